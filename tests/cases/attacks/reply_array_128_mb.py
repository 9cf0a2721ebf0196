# expect: failed
# never touched, so no memory is used; too large to be an answer
import numpy as np


def positional_encoding(seq_length, d_model):
    return np.zeros(1 << 24)
