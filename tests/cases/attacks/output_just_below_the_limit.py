# expect: failed
import numpy as np

print("x" * 200_000)


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
