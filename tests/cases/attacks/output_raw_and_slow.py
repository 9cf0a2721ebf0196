# expect: time_limit output_limit
# whoever never stops talking is as late as who is silent
import os
import time
import numpy as np


def positional_encoding(seq_length, d_model):
    while True:
        os.write(2, b"x")
        time.sleep(0.001)
