# expect: passed
# nobody waits for a container to leave: it is killed
import atexit
import time
import numpy as np


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


atexit.register(time.sleep, 3600)


def positional_encoding(seq_length, d_model):
    return right(seq_length, d_model)
