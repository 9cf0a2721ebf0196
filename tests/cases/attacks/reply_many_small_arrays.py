# expect: failed time_limit
import numpy as np


def positional_encoding(seq_length, d_model):
    return [np.zeros(1)] * 16_000
