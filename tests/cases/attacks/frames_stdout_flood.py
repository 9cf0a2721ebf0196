# expect: output_limit
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    while True:
        channel.send(Kind.STDOUT, b"x" * 1000)
