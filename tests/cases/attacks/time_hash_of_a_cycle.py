# expect: time_limit error
import itertools
import numpy as np


def positional_encoding(seq_length, d_model):
    return sum(itertools.cycle([1]))
