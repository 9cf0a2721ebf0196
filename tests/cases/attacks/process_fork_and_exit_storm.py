# expect: time_limit error memory_limit failed
import os
import numpy as np


def positional_encoding(seq_length, d_model):
    while True:
        try:
            if os.fork() == 0:
                os._exit(0)
        except OSError:
            pass
