# expect: error
# breaks the runner while it can still print: its own frames are shown to nobody
import fcntl
import os
import numpy as np


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


def positional_encoding(seq_length, d_model):
    for fd in range(3, 30):
        try:
            if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
                os.close(fd)
        except OSError:
            pass
    return right(seq_length, d_model)
