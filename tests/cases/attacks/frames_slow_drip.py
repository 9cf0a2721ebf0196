# expect: time_limit
import gc
import os
import time
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind, header

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    os.write(channel._write_fd, header(Kind.ANSWER, 100_000))
    while True:
        os.write(channel._write_fd, b"x")
        time.sleep(0.01)
