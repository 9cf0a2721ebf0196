# expect: error
# an answer to what was not asked is no answer
import gc
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))

channel.send(Kind.ANSWER, b"the answer to what was not asked")


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
