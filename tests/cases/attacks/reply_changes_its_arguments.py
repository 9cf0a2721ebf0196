# expect: passed
# integers cannot be changed, whatever comes back for them
import inspect
import numpy as np


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


def positional_encoding(seq_length, d_model):
    frame = inspect.currentframe().f_back
    if isinstance(frame.f_locals.get("args"), list):
        frame.f_locals["args"][:] = [np.zeros(9), "something", {1: 2}]
    return right(seq_length, d_model)
