# expect: failed
import numpy as np


def positional_encoding(seq_length, d_model):
    return 1 << 50_000_000
