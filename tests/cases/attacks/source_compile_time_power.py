# expect: syntax_error error failed time_limit memory_limit
import numpy as np

HUGE = (2**9999) ** 9999 if False else 0
MORE = "x" * 2**20 * 0


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
