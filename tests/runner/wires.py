"""A wire for tests: answers with a source of theirs, and remembers how many calls went together."""

from __future__ import annotations

from typing import Any

from gradatim_runner.frames import Kind
from gradatim_runner.local import LocalWire
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.submission import Exchange
from gradatim_runner.wire import Parts, Reply

REPLY_SECONDS = 0.25  # that each answer says it took


class Counting:
    """Where `fits` is off, the answers are said not to fit into memory."""

    def __init__(self, source: str, *, call_seconds: float) -> None:
        self._wire = LocalWire(source, call_seconds=call_seconds)
        self.together: list[int] = []
        self.fits = True

    def ask(self, kind: Kind, calls: list[Parts]) -> list[Reply]:
        self.together.append(len(calls))
        replies = self._wire.ask(kind, calls)
        if not self.fits:
            raise MemoryError
        return [reply._replace(seconds=REPLY_SECONDS) for reply in replies]


def module_on(wire: Counting, *, answer_bytes: int = 1 << 20) -> Any:
    """The module `submission` of a test whose calls go over this wire."""
    module = SubmissionModule("submission")
    module.exchange = Exchange(wire, answer_bytes=answer_bytes, lines=99)
    return module
