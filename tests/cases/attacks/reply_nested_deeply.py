# expect: failed
import numpy as np


def positional_encoding(seq_length, d_model):
    nest = []
    for _ in range(100_000):
        nest = [nest]
    return nest
