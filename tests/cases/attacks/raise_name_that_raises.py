# expect: error
import numpy as np


class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit


class Odd(Exception, metaclass=Meta):
    pass


def positional_encoding(seq_length, d_model):
    raise Odd
