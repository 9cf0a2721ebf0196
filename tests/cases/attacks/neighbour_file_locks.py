# expect: passed
# locks of byte ranges are memory of the kernel that is counted for nobody: none is given
import fcntl
import struct
import numpy as np


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


def positional_encoding(seq_length, d_model):
    with open("/tmp/locked", "wb") as file:
        for command in (fcntl.F_SETLK, fcntl.F_SETLKW, 37, 38):
            for start in range(0, 100, 2):
                try:
                    fcntl.fcntl(file, command, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, start, 1, 0))
                except PermissionError:
                    continue
                raise SystemExit("locked")
    return right(seq_length, d_model)
