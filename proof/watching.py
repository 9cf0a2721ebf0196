"""What processes take, looked at while they work: resident memory and open descriptors of each with its children."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LOOK_SECONDS = 2.0
MIB = 1 << 20
PAGE = 4096


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
                family = _family(pid)
                self.taken[name].mib.append(sum(map(_resident_mib, family)))
                self.taken[name].descriptors.append(
                    sum(len(list(Path(f"/proc/{each}/fd").iterdir())) for each in family)
                )


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in _family(int(child)))]


def _resident_mib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / MIB


def _middle(figures: list[float] | list[int]) -> float:
    return float(sorted(figures)[len(figures) // 2]) if figures else 0.0
