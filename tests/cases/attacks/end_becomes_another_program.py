# expect: error
import os
import numpy as np


def positional_encoding(seq_length, d_model):
    os.execv("/bin/true", ["true"])
