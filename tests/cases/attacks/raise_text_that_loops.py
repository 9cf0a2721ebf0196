# expect: time_limit
import numpy as np


class Odd(Exception):
    def __str__(self):
        while True:
            pass


def positional_encoding(seq_length, d_model):
    raise Odd
