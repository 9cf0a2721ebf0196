# expect: time_limit failed
# every call in time, all of them together not
import time
import numpy as np


def positional_encoding(seq_length, d_model):
    time.sleep(0.8)
    return np.zeros((seq_length, d_model))
