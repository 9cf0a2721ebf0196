# expect: failed
# nested beyond any limit, as no encoder of ours would write it
import gc
import struct
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind
from gradatim_runner.messages import AnswerHead, pack

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    structure = b"\x92\xa1l\x91" * 200_000 + b"\xc0"
    channel.send(Kind.ANSWER, *pack(AnswerHead(), struct.pack("<I", len(structure)) + structure))
    return np.zeros((seq_length, d_model))
