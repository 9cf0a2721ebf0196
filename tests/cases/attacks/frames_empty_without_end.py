# expect: error
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import MORE, Kind, header

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    while True:
        channel._write(memoryview(header(Kind.ANSWER, 0, more=True)))
