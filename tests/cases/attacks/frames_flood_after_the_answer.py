# expect: passed
# what a container says after the verdict changes nothing
import gc
import threading
import time
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def right(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t


asked = 0


def late():
    time.sleep(0.5)
    while True:
        channel.send(Kind.STDERR, b"x" * 100)


def positional_encoding(seq_length, d_model):
    global asked
    asked += 1
    if (seq_length, d_model) == (5, 10) and asked > 40:
        threading.Thread(target=late, daemon=True).start()
    return right(seq_length, d_model)
