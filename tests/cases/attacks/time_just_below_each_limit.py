# expect: time_limit
# every call is in time, all of them together are not
import time
import numpy as np


def positional_encoding(seq_length, d_model):
    time.sleep(0.4)
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t
