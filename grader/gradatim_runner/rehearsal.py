"""A rehearsal: the tests run with the reference in the learner's place, to learn what they will do.

The calls of most tests are the same for every submission, so the variants' answers to the small ones can be computed
before anybody waits for them. So is the memory that they write to.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

import msgspec

from gradatim_runner import pages, values
from gradatim_runner.frames import Kind
from gradatim_runner.messages import AnswerHead, pack, unpack_call
from gradatim_runner.submission import Recorded

MAX_ARGUMENT_BYTES = 80 << 20
MAX_CALL_BYTES = 128 << 10  # of arguments and answer: larger calls are computed when they are needed


class Rehearsal(msgspec.Struct, frozen=True):
    """The small calls that the tests made, and the pages of memory that a child wrote to when it ran them."""

    calls: list[Recorded] = []
    written: list[pages.Run] = []


class ReferenceWire:
    """Answers calls with the reference, in this process."""

    def __init__(self, entry: list[str]) -> None:
        self._entry = entry

    def ask(self, kind: Kind, parts: list[bytes | memoryview]) -> tuple[int, bytearray]:
        call, arguments = unpack_call(b"".join(parts))
        if not call.function:
            return Kind.REPLY, bytearray().join(pack(AnswerHead(names=self._entry)))
        args, kwargs = values.decode(arguments, limit_bytes=MAX_ARGUMENT_BYTES)
        result = getattr(sys.modules["solution"], call.function)(*args, **kwargs)
        answer = values.encode((result,), limit_bytes=call.limit_bytes)
        return Kind.REPLY, bytearray().join(pack(AnswerHead(), *answer))


def rehearsed(rehearse: Callable[[], Iterable[Recorded]]) -> Rehearsal:
    """What `rehearse` did, run in a child so that nothing of it is left in this process."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                calls = [call for call in rehearse() if len(call.arguments) + len(call.answer) <= MAX_CALL_BYTES]
                pipe.write(msgspec.msgpack.encode(Rehearsal(calls, pages.written())))
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    try:
        return msgspec.msgpack.decode(said, type=Rehearsal)
    except msgspec.MsgspecError:  # the reference does not survive its own tests: the check says so, not this
        return Rehearsal()
