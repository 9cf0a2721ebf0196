# expect: time_limit
# the answer is sent when the call is over, and the call is over when its result can be let go
import numpy as np


class Sticky:
    def __del__(self):
        while True:
            pass


def positional_encoding(seq_length, d_model):
    return Sticky()
