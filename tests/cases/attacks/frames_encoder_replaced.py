# expect: failed error
import numpy as np
from gradatim_runner import values


class Always(np.ndarray):
    __eq__ = __le__ = lambda self, other: np.True_


values._GROUPS[Always] = values._Tuple
values.Encoder._node = lambda self, value, *, depth: values._Set([values._List([]), values._Dict([1, 2, 3])])


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
