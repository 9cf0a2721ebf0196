"""Students kept waiting: started, numpy imported, in need of nothing but a source.

Each is used for one submission and thrown away; new ones are made and used ones removed in the background. How many
wait follows demand between a minimum and a maximum.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable

import structlog

from gradatim_grader.container import Container
from gradatim_grader.errors import EngineTrouble

DEMAND_SECONDS = 10.0  # takes within this time count as demand
# While nobody waits for a student, the engine's work waits for the submission that just took one: it is half a second
# of processor time, which would make a verdict late.
GRADING_SECONDS = 0.25  # at most, after a student was taken
TELLING_SECONDS = 0.05  # after it was thrown away: its verdict is on the way
BACKOFF_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0)
TAKE_SECONDS = 30.0
log = structlog.get_logger()

Make = Callable[[int], Container]


class StudentPool:
    """Waiting students of each memory limit. Thread-safe."""

    def __init__(self, make: Make, *, least: int, most: int, makers: int, memory_mib: int = 256) -> None:
        self._make, self._least, self._most = make, least, most
        self._waiting: dict[int, deque[Container]] = defaultdict(deque)
        self._making: dict[int, int] = defaultdict(int)
        self._takers: dict[int, int] = defaultdict(int)
        self._takes: dict[int, deque[float]] = defaultdict(deque)
        self._usual_memory_mib = memory_mib
        self._changed = threading.Condition()
        self._used: queue.SimpleQueue[Container | None] = queue.SimpleQueue()
        self._leaving = 0  # in that queue, or being removed
        self._quiet_until = 0.0
        self._closing = False
        self._failures = 0
        self.last_error = ""
        self._threads = [threading.Thread(target=self._keep_making, name=f"pool-make-{n}") for n in range(makers)]
        self._threads += [threading.Thread(target=self._keep_removing, name=f"pool-remove-{n}") for n in range(2)]

    def start(self) -> None:
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def take(self, memory_mib: int) -> Container:
        """A waiting student that lives, or the next that is made.

        Raises:
            EngineTrouble: none could be made, or not within `TAKE_SECONDS`.
        """
        deadline = time.monotonic() + TAKE_SECONDS
        with self._changed:
            failures = self._failures
            self._takes[memory_mib].append(time.monotonic())
            self._takers[memory_mib] += 1
            self._changed.notify_all()
            try:
                while True:
                    container = self._next(memory_mib)
                    if container is not None:
                        self._quiet_until = time.monotonic() + GRADING_SECONDS
                        return container
                    if self._closing:
                        raise EngineTrouble("the grader is shutting down")
                    if self._failures > failures or not self._changed.wait(deadline - time.monotonic()):
                        raise EngineTrouble(self.last_error or "no sandbox could be made in time")
            finally:
                self._takers[memory_mib] -= 1

    def discard(self, container: Container) -> None:
        """Throw a used student away. Its stream ends at once, the engine's work is done in the background."""
        container.shut()
        with self._changed:
            self._leaving += 1
            self._quiet_until = time.monotonic() + TELLING_SECONDS
            self._changed.notify_all()
        self._used.put(container)

    def waiting(self) -> int:
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def busy(self) -> int:
        """How many are or will be made, or are used and not removed yet."""
        with self._changed:
            missing = (self._target(m) - len(self._waiting[m]) - self._making[m] for m in self._limits())
            return sum(self._making.values()) + sum(max(0, each) for each in missing) + self._leaving

    def close(self) -> None:
        """End the makers and remove every student."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            for container in [each for waiting in self._waiting.values() for each in waiting]:
                self.discard(container)
            self._waiting.clear()
        for _ in self._threads:
            self._used.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(8)

    def _next(self, memory_mib: int) -> Container | None:
        waiting = self._waiting[memory_mib]
        while waiting:
            container = waiting.popleft()
            self._changed.notify_all()
            if container.is_waiting():
                return container
            self.discard(container)
        return None

    def _wanted(self) -> int | None:
        """The memory limit of which one more should be made now, those that somebody waits for first."""
        limits, quiet = self._limits(), self._quiet_seconds() > 0
        short = {m: self._takers[m] - len(self._waiting[m]) - self._making[m] for m in limits}
        most = max(short, key=lambda m: short[m])
        if short[most] > 0:
            return most
        for memory_mib in limits:
            waiting = len(self._waiting[memory_mib])
            if waiting + self._making[memory_mib] < self._target(memory_mib) and not (quiet and waiting):
                return memory_mib
        return None

    def _limits(self) -> set[int]:
        return set(self._waiting) | set(self._takers) | {self._usual_memory_mib}

    def _quiet_seconds(self) -> float:
        """How long the engine should be left alone yet."""
        return 0.0 if self._closing or any(self._takers.values()) else self._quiet_until - time.monotonic()

    def _target(self, memory_mib: int) -> int:
        takes, now = self._takes[memory_mib], time.monotonic()
        while takes and takes[0] < now - DEMAND_SECONDS:
            takes.popleft()
        least = self._least if memory_mib == self._usual_memory_mib else 0
        return max(least, min(self._most, len(takes)))

    def _trim(self) -> None:
        """Let go of those that demand no longer asks for."""
        for memory_mib, waiting in self._waiting.items():
            for _ in range(len(waiting) - self._target(memory_mib)):
                self.discard(waiting.popleft())

    def _seconds_to_next_look(self) -> float | None:
        """None where nothing was taken lately, so that an idle site does not wake up."""
        quiet = self._quiet_seconds()
        if quiet > 0:
            return quiet
        oldest = [takes[0] for takes in self._takes.values() if takes]
        return max(0.1, min(oldest) + DEMAND_SECONDS - time.monotonic()) if oldest else None

    def _keep_making(self) -> None:
        while True:
            with self._changed:
                while (wanted := self._wanted()) is None and not self._closing:
                    self._trim()
                    self._changed.wait(self._seconds_to_next_look())
                if wanted is None or self._closing:
                    return
                self._making[wanted] += 1
            self._make_one(wanted)

    def _make_one(self, memory_mib: int) -> None:
        made, error = None, ""
        try:
            made = self._make(memory_mib)
        except EngineTrouble as trouble:
            error = str(trouble)
        with self._changed:
            self._making[memory_mib] -= 1
            if made is None:
                self._failures, self.last_error = self._failures + 1, error
            elif self._closing:
                self.discard(made)
            else:
                self._failures, self.last_error = 0, ""
                self._waiting[memory_mib].append(made)
            self._changed.notify_all()
            if made is None and not self._closing:  # backoff, not a loop
                pause = BACKOFF_SECONDS[min(self._failures, len(BACKOFF_SECONDS)) - 1]
                log.warning("sandbox_not_made", error=error, again_in_seconds=pause)
                self._pause(pause)

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            self._changed.wait(left)

    def _keep_removing(self) -> None:
        while True:
            container = self._used.get()
            if container is None:
                return
            with self._changed:
                while (quiet := self._quiet_seconds()) > 0:
                    self._changed.wait(quiet)
            try:
                container.remove()
            except EngineTrouble as trouble:  # the next start sweeps what is left
                log.warning("sandbox_not_removed", container=container.id[:12], error=str(trouble))
            with self._changed:
                self._leaving -= 1
