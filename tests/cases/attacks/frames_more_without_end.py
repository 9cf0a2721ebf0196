# expect: output_limit time_limit
# an answer has a byte budget of its own
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind, header

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    block = memoryview(header(Kind.ANSWER, 1 << 16, more=True) + bytes(1 << 16))
    while True:
        channel._write(block)
