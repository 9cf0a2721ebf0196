"""A source of the problem's own in the learner's place, in the checker itself: quick, and only for trusted code.

What it answers goes through the same encoding as a learner's answer, so tests cannot tell the two apart.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from gradatim_runner.frames import Broken, Kind
from gradatim_runner.loaded import Loaded
from gradatim_runner.messages import unpack_call
from gradatim_runner.wire import Parts, Reply

MOST_LOADS = 4  # as many containers as a submission gets
AGAIN_SECONDS = 0.05  # until the alarm rings again, for code that catches everything


class Late(BaseException):
    """The clock ended a call."""


class LocalWire:
    """Answers calls with a source, each within so many seconds, as the student's container would."""

    def __init__(self, source: str, *, call_seconds: float) -> None:
        self._source, self._call_seconds = source, call_seconds
        self._loaded: Loaded | None = None
        self._loads = 0

    def ask(self, kind: Kind, calls: list[Parts]) -> list[Reply]:
        if self._loaded is None and self._loads == MOST_LOADS:
            return [Reply(Kind.BROKEN, bytearray([Broken.NONE_LEFT]))]
        unpacked = [unpack_call(b"".join(parts)) for parts in calls]
        replies, answers = list[Reply](), None
        for _ in calls:
            answer = None
            try:
                with _clock(self._call_seconds) as rang:
                    self._loaded = self._loaded or self._load()
                    answers = answers or self._loaded.answers(unpacked)
                    answer = next(answers)
            except Late:
                answer = None
            if rang or answer is None:
                self._loaded = None
                return [*replies, Reply(Kind.BROKEN, bytearray([Broken.TIME_LIMIT]))]
            replies.append(Reply(Kind.REPLY, bytearray().join(answer)))
        return replies

    def _load(self) -> Loaded:
        self._loads += 1
        tests_see = sys.modules["submission"]
        try:
            return Loaded(self._source)
        finally:
            sys.modules["submission"] = tests_see


@contextmanager
def _clock(seconds: float) -> Iterator[list[bool]]:
    """Raises `Late` in whatever runs too long; the list is not empty once it has, since that code may catch it."""
    rang: list[bool] = []

    def ring(*_: object) -> None:
        rang.append(True)
        raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        yield rang
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
