import numpy as np


def centred(table: np.ndarray) -> np.ndarray:
    """Return the table with the mean of each column taken off."""
    pass


def standardised(table: np.ndarray) -> np.ndarray:
    """Return the centred table with each column divided by its standard deviation."""
    pass
