# expect: time_limit memory_limit failed
import numpy as np


def positional_encoding(seq_length, d_model):
    return list(range(10_000_000))
