"""What learner code printed: counted always, kept while no hidden input could be in it, shown as harmless text."""

from __future__ import annotations

from gradatim_runner.frames import Kind
from gradatim_runner.text import clean


class Printed:
    """Collects printed bytes up to a budget, shared by both streams."""

    def __init__(self, *, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._kept: dict[int, bytearray] = {Kind.STDOUT: bytearray(), Kind.STDERR: bytearray()}
        self._count = 0
        self.keeping = True

    @property
    def truncated(self) -> bool:
        return self._count > self._limit_bytes

    def add(self, kind: int, data: bytes) -> None:
        if self.keeping:
            room = max(0, self._limit_bytes - self._count)
            self._kept[kind] += data[:room]
        self._count += len(data)

    def text(self, kind: Kind) -> str:
        return clean(self._kept[kind].decode("utf-8", errors="replace"))
