import numpy as np


def centred(table: np.ndarray) -> np.ndarray:
    return table - table.mean(axis=0)


def standardised(table: np.ndarray) -> np.ndarray:
    return centred(table) / table.std(axis=0)
