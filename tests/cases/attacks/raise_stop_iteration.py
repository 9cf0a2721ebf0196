# expect: error
# a test that maps over its cases must not take it for their end
import numpy as np


def positional_encoding(seq_length, d_model):
    raise StopIteration
