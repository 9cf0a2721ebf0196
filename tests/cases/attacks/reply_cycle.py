# expect: failed
import numpy as np


def positional_encoding(seq_length, d_model):
    loop = [1, 2]
    loop.append(loop)
    return {"loop": loop}
