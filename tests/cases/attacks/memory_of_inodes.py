# expect: error
# inodes are limited apart: 2048 files, then no space is left
import numpy as np


def positional_encoding(seq_length, d_model):
    number = 0
    while True:
        open(f"/tmp/{number}", "w").close()
        number += 1
