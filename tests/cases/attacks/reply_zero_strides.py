# expect: failed
# eight bytes that claim to be eight petabytes
import numpy as np


def positional_encoding(seq_length, d_model):
    return np.broadcast_to(np.float64(0), (1 << 30, 1 << 20))
