# expect: failed
# a header that claims 4 billion items must not be believed
import gc
import struct
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind
from gradatim_runner.messages import AnswerHead, pack

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    structure = b"\x92\xa1t\xdd\xff\xff\xff\xff"
    channel.send(Kind.ANSWER, *pack(AnswerHead(), struct.pack("<I", len(structure)) + structure))
    return np.zeros((seq_length, d_model))
