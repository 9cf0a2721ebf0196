# expect: failed time_limit
import numpy as np


def positional_encoding(seq_length, d_model):
    return {float("nan"): np.nan for _ in range(20_000)}
