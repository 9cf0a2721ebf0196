# expect: error
import gc
import struct
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    head = b"\x91" * 60_000
    channel.send(Kind.ANSWER, struct.pack("<I12x", len(head)) + head)
    return np.zeros((seq_length, d_model))
