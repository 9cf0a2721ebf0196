"""What processes take, looked at while they work: resident memory and open descriptors of each with its children."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bench.memory import family, resident_mib

LOOK_SECONDS = 2.0


@dataclass
class Taken:
    """One look after another."""

    mib: list[float] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)

    def growth(self) -> tuple[float, int]:
        """MiB and descriptors: the middle of the last quarter less that of the second, when all was warm."""
        quarter = max(1, len(self.mib) // 4)
        mib = _middle(self.mib[-quarter:]) - _middle(self.mib[quarter : 2 * quarter] or self.mib)
        return mib, round(_middle(self.descriptors[-quarter:]) - _middle(self.descriptors[quarter : 2 * quarter]))


class Watch:
    """Looks every little while between `start` and `stop`."""

    def __init__(self, pids: Mapping[str, int]) -> None:
        self._pids = pids
        self.taken = {name: Taken() for name in pids}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, name="watch")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _keep_looking(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            for name, pid in self._pids.items():
                self.taken[name].mib.append(resident_mib(pid))
                self.taken[name].descriptors.append(sum(map(_descriptors, family(pid))))


def _descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _middle(figures: list[float] | list[int]) -> float:
    return float(sorted(figures)[len(figures) // 2]) if figures else 0.0
