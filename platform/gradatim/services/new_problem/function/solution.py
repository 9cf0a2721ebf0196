import numpy as np


def running_mean(values: list[float]) -> np.ndarray:
    data = np.asarray(values, dtype=np.float64)
    counts = np.arange(1, len(data) + 1)
    return np.cumsum(data) / counts
