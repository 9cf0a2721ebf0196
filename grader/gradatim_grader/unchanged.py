"""What has not changed for a while, by this process's own clock: no other clock can be wrong about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping


class Unchanged:
    """Remembers each thing's value and since when it has been that. For one thread at a time."""

    def __init__(self, *, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._since: dict[str, tuple[object, float]] = {}

    def look(self, values: Mapping[str, object]) -> frozenset[str]:
        """The keys whose value has been the same at every look for so many seconds."""
        now = self._clock()
        before = self._since
        self._since = {
            key: before[key] if key in before and before[key][0] == value else (value, now)
            for key, value in values.items()
        }
        return frozenset(key for key, (_, since) in self._since.items() if now - since >= self._seconds)

    def forget(self) -> None:
        """Begin anew: for a while nothing could be seen, and what stood still may only have been unseen."""
        self._since = {}
