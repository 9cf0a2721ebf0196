"""The way from the checker to the student, as those see it who ask."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from gradatim_runner.frames import Kind

MOST_TOGETHER = 64  # calls
MOST_TOGETHER_BYTES = 256 << 20  # that the answers may have: all of them are in memory at once

Parts = list[bytes | memoryview]  # of one message


class Reply(NamedTuple):
    """A kind and a message, and how long after the one before it, or after the calls were sent, it came."""

    kind: int
    message: bytearray
    seconds: float = 0.0


class Wire(Protocol):
    """How the proxy reaches the student."""

    def ask(self, kind: Kind, calls: list[Parts]) -> list[Reply]:
        """The answers to calls that are sent together, in order. `Kind.BROKEN` is the last: there are no others."""


def most_together(answer_bytes: int) -> int:
    """How many calls may be sent together where each answer may have so many bytes."""
    return max(1, min(MOST_TOGETHER, MOST_TOGETHER_BYTES // answer_bytes))
