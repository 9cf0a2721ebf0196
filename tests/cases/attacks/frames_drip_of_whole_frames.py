# expect: time_limit
import gc
import time
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    while True:
        channel._write(memoryview(b"\x8c\x01\x00\x00\x00x"))
        time.sleep(0.001)
