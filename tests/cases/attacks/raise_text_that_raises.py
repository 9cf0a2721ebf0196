# expect: error
import numpy as np


class Odd(Exception):
    def __str__(self):
        raise self


def positional_encoding(seq_length, d_model):
    raise Odd
