# expect: time_limit
import numpy as np


class Sticky(list):
    def __del__(self):
        while True:
            pass


def positional_encoding(seq_length, d_model):
    Sticky()
    return np.zeros((seq_length, d_model))
