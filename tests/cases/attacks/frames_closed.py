# expect: error
import os
import numpy as np


def positional_encoding(seq_length, d_model):
    os.closerange(0, 256)
    return np.zeros((seq_length, d_model))
