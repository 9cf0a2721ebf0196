# expect: memory_limit
# memory ran out and no answer came: the flag decides
import os
import numpy as np


def positional_encoding(seq_length, d_model):
    if os.fork() == 0:
        hoard = []
        while True:
            hoard.append(bytearray(b"x" * (8 << 20)))
    os.wait()
    os._exit(0)
