# expect: error
# decided at once: a container that sends no frames is not waited for
import gc
import os
import time
import numpy as np
from gradatim_runner.frames import Channel

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    os.write(channel._write_fd, b"\x0c\xff\xff\xff\xff")
    time.sleep(3600)
