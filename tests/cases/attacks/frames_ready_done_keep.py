# expect: error
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))

for kind in (Kind.READY, Kind.DONE, Kind.KEEP, Kind.HELLO, Kind.COLLECTED):
    channel.send(kind)


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
