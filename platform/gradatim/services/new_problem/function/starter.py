import numpy as np


def running_mean(values: list[float]) -> np.ndarray:
    """Returns the mean of each value and those before it."""
    pass
