# expect: failed
import numpy as np


def positional_encoding(seq_length, d_model):
    return np.memmap("/tmp/map", dtype=float, mode="w+", shape=(seq_length, d_model))
