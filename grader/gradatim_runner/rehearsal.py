"""A rehearsal: the tests run with the reference in the learner's place, to learn what they will do.

The calls of most tests are the same for every submission, so the variants' answers to the small ones can be computed
before anybody waits for them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import msgspec

from gradatim_runner.ahead import FirstAsked, Group
from gradatim_runner.submission import Recorded

AGAIN_SECONDS = 0.5  # a submission may be waiting: of tests that take longer, nothing is asked ahead
MAX_CALL_BYTES = 128 << 10  # of arguments and answer: larger calls are computed when they are needed


class Rehearsal(msgspec.Struct):
    """The calls that the tests made, and what each asks first, by node id."""

    calls: list[Recorded] = []
    first_asked: dict[str, FirstAsked] = {}


def rehearsed(rehearse: Callable[[], Rehearsal]) -> Rehearsal:
    """What is small of a rehearsal, run in a child so that nothing of it is left in this process."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                rehearsal, again = rehearse(), Rehearsal()
                if time.process_time() < AGAIN_SECONDS:  # of this child, whatever else the machine does
                    again = rehearse()
                pipe.write(msgspec.msgpack.encode(Rehearsal(_small(rehearsal.calls), _settled(rehearsal, again))))
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


def _small(calls: list[Recorded]) -> list[Recorded]:
    large = {call.object for call in calls if _size(call) > MAX_CALL_BYTES} - {0}
    return [call for call in calls if _size(call) <= MAX_CALL_BYTES and call.object not in large]


def _settled(rehearsal: Rehearsal, again: Rehearsal) -> dict[str, FirstAsked]:
    """What tests ask first that ask it every time, and that is small."""
    return {
        name: first
        for name, first in rehearsal.first_asked.items()
        if first == again.first_asked.get(name) and _bytes(first.group) <= MAX_CALL_BYTES
    }


def _bytes(group: Group) -> int:
    return sum(len(call.arguments) for call in group)


def _size(call: Recorded) -> int:
    return len(call.arguments) + len(call.answer)
