# expect: failed time_limit
# integers of one hash
import numpy as np


def positional_encoding(seq_length, d_model):
    return {i * (2**61 - 1) for i in range(1, 200)} | set(range(20_000))
