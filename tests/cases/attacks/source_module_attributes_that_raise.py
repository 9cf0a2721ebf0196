# expect: error failed
import sys
import types
import numpy as np


class Module(types.ModuleType):
    def __getattribute__(self, name):
        raise RuntimeError(name)


sys.modules["submission"].__class__ = Module


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
