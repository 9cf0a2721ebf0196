# expect: failed error
import gc
import numpy as np
from gradatim_runner import values
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind
from gradatim_runner.messages import AnswerHead, pack

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))

channel.send(Kind.LOADED)
channel.send(Kind.ANSWER, *pack(AnswerHead(names=["positional_encoding"])))
for rows in range(1, 60):
    channel.send(Kind.ANSWER, *pack(AnswerHead(), *values.encode((np.zeros((rows, 4)),), limit_bytes=1 << 20)))


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
