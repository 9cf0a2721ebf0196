# expect: failed
import numpy as np


def positional_encoding(seq_length, d_model):
    return "\ud800" * 1000
