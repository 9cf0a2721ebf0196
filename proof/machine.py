"""One worker machine as `make bench` measured it, which is all that the simulation knows of the world."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.rates import best


@dataclass(frozen=True)
class Machine:
    """What it does: a rate with as much at once as it takes, and how long one submission takes by itself."""

    submissions_a_second: float
    submission_seconds: float

    @classmethod
    def measured(cls, figures: Path) -> Machine:
        """From the file that the bench wrote. Ends the program with one line where there is none."""
        try:
            found = json.loads(figures.read_text())
        except FileNotFoundError:
            sys.exit("make scaling needs the figures of this machine: run make bench first")
        return cls(best(found["rates"]["submissions"]), found["series"]["c"]["median_ms"] / 1000)
