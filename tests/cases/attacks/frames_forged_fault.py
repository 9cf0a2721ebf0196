# expect: error
# a fault of the checker would be a system_error
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    channel.send(Kind.FAULT, b"the checker does not work")
    channel.send(Kind.BROKEN, b"\x04")
    return np.zeros((seq_length, d_model))
