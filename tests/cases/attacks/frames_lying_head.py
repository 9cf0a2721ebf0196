# expect: failed error
# a type that does not exist, a line beyond 64 bits, control characters: none of it is shown, all of it is stored
from gradatim_runner import loaded as student
import numpy as np
from gradatim_runner.messages import Raised


def lie(error, *, filename):
    return Raised("an old friend " * 1000, True, "\x00\x1b[2J\u202e" * 2000, 2**63)


student.raised_from = lie


def positional_encoding(seq_length, d_model):
    raise ValueError
