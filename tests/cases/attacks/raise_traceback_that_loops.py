# expect: error time_limit
import numpy as np


class Odd(Exception):
    @property
    def __traceback__(self):
        while True:
            pass


def positional_encoding(seq_length, d_model):
    raise Odd
