# expect: error
import numpy as np


def positional_encoding(seq_length, d_model):
    raise BaseExceptionGroup("many", [SystemExit(), ExceptionGroup("more", [ValueError()] * 1000)])
