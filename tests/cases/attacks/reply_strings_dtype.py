# expect: failed
import numpy as np


def positional_encoding(seq_length, d_model):
    return np.full((seq_length, d_model), "x" * 1000)
