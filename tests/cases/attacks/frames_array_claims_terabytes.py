# expect: failed
import gc
import msgspec
import struct
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind
from gradatim_runner.messages import AnswerHead, pack

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))


def positional_encoding(seq_length, d_model):
    for shape in ([1 << 40], [0, 1 << 62, 1 << 62], [1 << 32, 1 << 32], [-1, -8], [2] * 9):
        structure = msgspec.msgpack.encode(["t", [["a", "float64", shape]]])
        channel.send(Kind.ANSWER, *pack(AnswerHead(), struct.pack("<I", len(structure)) + structure, b"\0" * 64))
    return np.zeros((seq_length, d_model))
