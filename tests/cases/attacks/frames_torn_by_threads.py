# expect: error failed output_limit time_limit
# background threads that write to every descriptor
import os
import threading
import numpy as np


def write():
    while True:
        for fd in range(3, 20):
            try:
                os.write(fd, b"\x0c\xff" * 300)
            except OSError:
                pass


for _ in range(4):
    threading.Thread(target=write, daemon=True).start()


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
