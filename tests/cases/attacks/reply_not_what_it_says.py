# expect: failed error
import numpy as np


def positional_encoding(seq_length, d_model):
    class Chameleon:
        __class__ = np.ndarray
        shape = property(lambda self: (seq_length, d_model))
        dtype = np.dtype("float64")

        def __array__(self, *args, **kwargs):
            raise SystemExit

        def __getattribute__(self, name):
            raise RuntimeError(name)

    return Chameleon()
