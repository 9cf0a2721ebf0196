# expect: passed
# how an array lies in memory, and whether it may be written to, is nobody's business
import numpy as np


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


def positional_encoding(seq_length, d_model):
    table = right(seq_length, d_model)
    table = np.asfortranarray(table)[::-1][::-1]
    table.setflags(write=False)
    return table
