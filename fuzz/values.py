"""The decoder of values and of the heads before them: any bytes are a value or the declared error.

What is decoded is encoded again: a second round must be as long.
"""

from __future__ import annotations

import atheris

with atheris.instrument_imports(include=["gradatim_runner"]):
    from gradatim_runner.decoding import decode
    from gradatim_runner.flat import flattened
    from gradatim_runner.messages import AnswerHead, Raised, pack, unpack_answer
    from gradatim_runner.nodes import WireError
    from gradatim_runner.values import encode
    from gradatim_runner.words import checked_head

import numpy as np

from fuzz.running import run

LIMIT = 1 << 20
VALUES = [
    None, [True, 1, -1.5, "text", b"bytes"], (1 << 70, 1j), {"a": {1, 2}, (1, 2): frozenset({3})},
    np.arange(6.0).reshape(2, 3), np.float32(1), np.zeros((0, 3), dtype=bool), [[[[[]]]]], object(),
]  # fmt: skip
SEEDS = [b"".join(encode(value, limit_bytes=LIMIT)) for value in VALUES]
HEADS = [AnswerHead(), AnswerHead(raised=Raised("ValueError", True, "text", 3)), AnswerHead(names=["f"])]


def target(data: bytes) -> None:
    _value(data)
    length = min(len(data), int.from_bytes(data[:2], "little"))  # as the structure that its own length says
    head = length.to_bytes(4, "little") + data[2 : 2 + length]
    _value(head + b"\0" * (-len(head) % 16) + data[2 + length :])
    try:
        answer, rest = unpack_answer(data)
    except WireError:
        return
    checked_head(answer, lines=10)
    _value(bytes(rest))


def _value(data: bytes) -> None:
    try:
        value = decode(bytearray(data), limit_bytes=LIMIT)
    except WireError:
        return
    flattened(value)
    once = b"".join(encode(value, limit_bytes=LIMIT))
    again = decode(bytearray(once), limit_bytes=LIMIT)
    assert len(b"".join(encode(again, limit_bytes=LIMIT))) == len(once)  # a set may come in another order


if __name__ == "__main__":
    run(target, seeds=[*SEEDS, *(b"".join(pack(head, seed)) for head in HEADS for seed in SEEDS[:3])])
