# expect: failed time_limit
# a set that nobody here ever built: the checker must not be the one that does
import gc
import struct
import msgspec
import numpy as np
from gradatim_runner.frames import Channel, Kind
from gradatim_runner.messages import AnswerHead, pack

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))
KEYS = [["i", hex(number * (2**61 - 1))] for number in range(1, 30_000)]
STRUCTURE = msgspec.msgpack.encode(["t", [["s", KEYS]]])
HEAD = struct.pack("<I", len(STRUCTURE)) + STRUCTURE
VALUE = HEAD + b"\0" * (-len(HEAD) % 16)


def positional_encoding(seq_length, d_model):
    channel.send(Kind.ANSWER, *pack(AnswerHead(), VALUE))
    return np.zeros((seq_length, d_model))
