# expect: time_limit
import os
import signal
import numpy as np


def positional_encoding(seq_length, d_model):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))
    while True:
        signal.pause()
