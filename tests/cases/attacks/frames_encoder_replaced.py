# expect: failed
# values that no encoder writes: sets of lists, keys without values, a tuple where a list was announced
import gc
import itertools
import struct
import msgspec
import numpy as np
from gradatim_runner.frames import Channel, Kind
from gradatim_runner.messages import AnswerHead, pack

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))
ODD = itertools.cycle([["s", [["l", []]]], ["d", [1, 2, 3]], ["f", [["d", []]]], ["d", [["l", []], 1]], ["q", 1], [], 7])


def positional_encoding(seq_length, d_model):
    structure = msgspec.msgpack.encode(["t", [next(ODD)]])
    head = struct.pack("<I", len(structure)) + structure
    channel.send(Kind.ANSWER, *pack(AnswerHead(), head + b"\0" * (-len(head) % 16)))
    return np.zeros((seq_length, d_model))
