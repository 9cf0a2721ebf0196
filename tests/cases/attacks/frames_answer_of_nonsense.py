# expect: error
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    channel.send(Kind.ANSWER, b"\xc1" * 5000)
    return np.zeros((seq_length, d_model))
