# expect: error
import gc
import os
import numpy as np
from gradatim_runner.frames import Channel

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    os.write(channel._write_fd, b"\x0c\x00\x10")
    os._exit(0)
