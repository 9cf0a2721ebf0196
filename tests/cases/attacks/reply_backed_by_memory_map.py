# expect: failed error
# the file shrinks under the array: a bus error when it is read
import numpy as np


def positional_encoding(seq_length, d_model):
    np.memmap("/tmp/map", dtype=float, mode="w+", shape=(seq_length, d_model))
    made = np.asarray(np.memmap("/tmp/map", dtype=float, mode="r+", shape=(seq_length, d_model)))
    open("/tmp/map", "w").close()
    return made
