# expect: passed
# a file that the engine mounts is on the host's disk: to write it back would flush that. No such call is made, not even
# to find that there is no such descriptor
import os
import numpy as np

BADLY = 250


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


def positional_encoding(seq_length, d_model):
    with open("/etc/hostname", "rb") as file:
        for _ in range(1000):
            os.fsync(file)
            os.fdatasync(file)
    os.fsync(BADLY)
    os.fdatasync(BADLY)
    return right(seq_length, d_model)
