from functools import lru_cache

import numpy as np


@lru_cache
def angles_of(seq_length: int, d_model: int) -> np.ndarray:
    positions = np.arange(seq_length)[:, np.newaxis]
    columns = np.arange(d_model)
    return positions / 10000.0 ** (2 * (columns // 2) / d_model)


def positional_encoding(seq_length: int, d_model: int) -> np.ndarray:
    table = angles_of(seq_length, d_model)
    table[:, 0::2] = np.sin(table[:, 0::2])  # in the array that is kept for the next call
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table
