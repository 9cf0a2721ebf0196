# expect: passed
# a valid answer counts, whatever the engine's flag says of a child
import os
import numpy as np


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


if os.fork() == 0:
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (8 << 20)))
os.wait()


def positional_encoding(seq_length, d_model):
    return right(seq_length, d_model)
