# expect: time_limit
import sys
import numpy as np


class Loops:
    def flush(self):
        while True:
            pass

    write = flush


sys.stdout = Loops()


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
