"""The sinusoidal positional encoding of Vaswani et al. (2017), section 3.5."""

import numpy as np


def positional_encoding(seq_length: int, d_model: int) -> np.ndarray:
    """Encode the positions 0 to seq_length - 1, one in each row.

    Returns a float64 array of shape (seq_length, d_model), where d_model is even.
    """
    positions = np.arange(seq_length)[:, np.newaxis]  # stands upright, to meet the exponents lying down
    columns = np.arange(d_model)
    exponents = 2 * (columns // 2) / d_model  # the two columns of a pair share one
    angles = positions / 10000.0**exponents
    table = np.empty((seq_length, d_model))
    table[:, 0::2] = np.sin(angles[:, 0::2])
    table[:, 1::2] = np.cos(angles[:, 1::2])
    return table
