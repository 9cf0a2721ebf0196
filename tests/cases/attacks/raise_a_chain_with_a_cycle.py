# expect: error
import numpy as np


def positional_encoding(seq_length, d_model):
    first, second = ValueError("first"), ValueError("second")
    first.__context__, second.__context__ = second, first
    raise first from second
