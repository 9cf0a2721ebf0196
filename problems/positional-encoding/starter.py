import numpy as np


def positional_encoding(seq_length: int, d_model: int) -> np.ndarray:
    """Return the sinusoidal encoding of the positions 0 to seq_length - 1, one in each row.

    The result is a float64 array of shape (seq_length, d_model); d_model is even.
    """
    pass
