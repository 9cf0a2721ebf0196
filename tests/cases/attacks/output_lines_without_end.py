# expect: output_limit time_limit
import numpy as np


def positional_encoding(seq_length, d_model):
    while True:
        print()
