# expect: failed time_limit
# built without ever putting them into a set: the checker must not be the one that does
import numpy as np
from gradatim_runner import values

KEYS = [i * (2**61 - 1) for i in range(30_000)]
values._foreign = lambda value: values._Set([values._Int(hex(key)) for key in KEYS])


def positional_encoding(seq_length, d_model):
    return values.Foreign("a", "b")
