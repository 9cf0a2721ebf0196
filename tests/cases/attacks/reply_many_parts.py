# expect: failed time_limit
# just under what an answer may hold
import numpy as np


def positional_encoding(seq_length, d_model):
    return [[float(i), [i]] for i in range(12_000)]
