"""Students kept for one person and problem: each Run forks in the container that served the last one.

Never shared between people and never used for Submit. A kept student goes after a short time without use, or when
there are too many. It is paused before that: whatever a run left going, in spite of all, slows nobody down.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from gradatim_grader.container import Container, Gone, Silence
from gradatim_grader.errors import EngineTrouble
from gradatim_runner.frames import Kind

KEEP_SECONDS = 90.0
CLEAN_SECONDS = 2.0  # for ending what a run left behind
PAUSE_SECONDS = 3.0  # without use; a run that comes sooner finds its container awake


class Idle(NamedTuple):
    """A kept student and when it was last used, on the monotonic clock."""

    container: Container
    since: float
    paused: bool = False


class KeptStudents:
    """Idle students by key, the least recently used first. Thread-safe."""

    def __init__(self, take: Callable[[int], Container], discard: Callable[[Container], None], *, most: int) -> None:
        self._take, self._discard, self._most = take, discard, most
        self._idle: OrderedDict[str, Idle] = OrderedDict()
        self._changed = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None

    def take(self, key: str, memory_mib: int) -> Container:
        """The student kept under this key, cleaned, or a new one. Raises EngineTrouble."""
        with self._changed:
            idle = self._idle.pop(key, None)
        if idle is not None:
            try:
                if idle.paused:
                    idle.container.resume()
                idle.container.expect(Kind.DONE, deadline=time.monotonic() + CLEAN_SECONDS)
                return idle.container
            except (Gone, Silence, EngineTrouble):
                self._discard(idle.container)
        container = self._take(memory_mib)
        with suppress(Gone, Silence):  # whoever sends it a source will notice
            container.send(Kind.KEEP, deadline=time.monotonic() + CLEAN_SECONDS)
        return container

    def keep(self, key: str, container: Container) -> None:
        """Have the student end its run, and keep it for the next."""
        try:
            container.send(Kind.DONE, deadline=time.monotonic() + CLEAN_SECONDS)
        except (Gone, Silence):
            self._discard(container)
            return
        with self._changed:
            older = self._idle.pop(key, None)  # of two runs at once only one is kept
            self._idle[key] = Idle(container, time.monotonic())
            extra = [older] if older else []
            extra += [self._idle.popitem(last=False)[1] for _ in range(len(self._idle) - self._most)]
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._let_go, name="kept-let-go", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        for idle in extra:
            self._discard(idle.container)

    def count(self) -> int:
        return len(self._idle)

    def close(self) -> None:
        with self._changed:
            self._closing = True
            idle = list(self._idle.values())
            self._idle.clear()
            self._changed.notify_all()
        for each in idle:
            self._discard(each.container)

    def _let_go(self) -> None:
        """Pause and then discard each student when its time is over; ends when none is left, so that a site rests."""
        while True:
            with self._changed:
                if not self._idle:
                    self._thread = None
                    return
                key, idle = min(self._idle.items(), key=lambda item: _due(item[1]))
                left = _due(idle) - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                del self._idle[key]  # whoever comes now gets another: nobody may be given one that is being paused
            if idle.paused:
                self._discard(idle.container)
            else:
                self._pause(key, idle)

    def _pause(self, key: str, idle: Idle) -> None:
        try:
            idle.container.pause()
        except EngineTrouble:
            self._discard(idle.container)
            return
        with self._changed:
            wanted = key not in self._idle and not self._closing
            if wanted:
                self._idle[key] = idle._replace(paused=True)
                self._idle.move_to_end(key, last=False)
        if not wanted:
            self._discard(idle.container)


def _due(idle: Idle) -> float:
    """When something is to be done with it, on the monotonic clock."""
    return idle.since + (KEEP_SECONDS if idle.paused else PAUSE_SECONDS)
