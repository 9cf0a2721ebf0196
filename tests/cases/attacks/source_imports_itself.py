# expect: failed
import submission
import sys
import numpy as np

sys.modules["submission"] = sys
del sys.modules["gradatim_runner"]


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
