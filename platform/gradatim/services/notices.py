"""Tells event streams in the same process that a submission moved, so that they need not ask the database.

Only a hint: what a stream shows it reads from the database. Where web and workers are apart nobody tells, and the
streams look again by themselves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

PROGRESS_SECONDS = 0.1

Topic = int | tuple[str, int]  # a submission's number, or a name and number of something else


def check_topic(draft_id: int) -> Topic:
    """The check of a problem's draft."""
    return "check", draft_id


@dataclass(frozen=True)
class Finished:
    """A test that has ended, as whoever waits may know of it, hidden ones too."""

    title: str
    outcome: str


def finished_from(plain: list[Any]) -> tuple[Finished, ...]:
    """The way back from what a worker elsewhere wrote into the database."""
    return tuple(Finished(str(title), str(outcome)) for title, outcome in plain)


@dataclass
class Watch:
    """One listener to one submission, or to something else that streams."""

    moved: threading.Event = field(default_factory=threading.Event)
    finished: tuple[Finished, ...] | None = None  # tests, in the attempt that is running
    woken: float = field(default_factory=time.monotonic)

    def wait(self, *, timeout_seconds: float) -> None:
        """Return when something moved since the last wait, or after the timeout."""
        if self.moved.wait(timeout_seconds):
            self.moved.clear()


class Notices:
    """`told_here` says whether the workers are in this process, so that waiting for a notice makes sense."""

    def __init__(self, *, told_here: bool) -> None:
        self.told_here = told_here
        self.closing = False
        self._lock = threading.Lock()
        self._watches: dict[Topic, list[Watch]] = {}
        self._finished: dict[Topic, tuple[Finished, ...]] = {}  # of what is being graded, for those who look later

    def tell(self, topic: Topic, *, finished: tuple[Finished, ...] | None = None) -> None:
        """Something moved: tests have ended, or with None anything else. Who listens is woken at most every
        `PROGRESS_SECONDS` for tests: a look at the database for each of many quick ones would make the verdict late.
        """
        with self._lock:
            if finished is None:
                self._finished.pop(topic, None)
            else:
                self._finished[topic] = finished
            now = time.monotonic()
            for watch in self._watches.get(topic, ()):
                watch.finished = finished
                if finished is None or now - watch.woken > PROGRESS_SECONDS:
                    watch.woken = now
                    watch.moved.set()

    @contextmanager
    def watch(self, topic: Topic) -> Iterator[Watch]:
        watch = Watch()
        with self._lock:
            watch.finished = self._finished.get(topic)
            self._watches.setdefault(topic, []).append(watch)
        try:
            yield watch
        finally:
            with self._lock:
                self._watches[topic].remove(watch)
                if not self._watches[topic]:
                    del self._watches[topic]

    def watching(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(map(len, self._watches.values()))

    def close(self) -> None:
        """Make every stream end soon: the server is going."""
        self.closing = True
        with self._lock:
            for watches in self._watches.values():
                for watch in watches:
                    watch.moved.set()
