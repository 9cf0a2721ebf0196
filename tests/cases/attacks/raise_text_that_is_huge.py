# expect: error
import numpy as np


class Odd(Exception):
    def __str__(self):
        return "x" * 50_000_000


def positional_encoding(seq_length, d_model):
    raise Odd
