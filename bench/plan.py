"""How much is measured: a full run takes some eight minutes, a quick one about one and a half."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """Counts, and durations in seconds."""

    rounds: int = 60  # in each, every measure that is taken one at a time has its turn
    window_seconds: float = 6.0  # of saturation; there are several for each rate
    warm_up_seconds: float = 3.0
    crowds: tuple[tuple[int, int], ...] = ((8, 6), (32, 3))  # students at once, and how often each submits
    starts: int = 3  # of a worker, to its first verdict
    tests: tuple[int, ...] = (10, 100, 1000)
    grades_of_each: int = 7
    stored: tuple[int, ...] = (100, 1000, 10_000, 100_000)
    queued: tuple[int, ...] = (10, 100, 1000, 10_000)
    claims_of_each: int = 200


QUICK = Plan(
    rounds=8,
    window_seconds=4.0,
    warm_up_seconds=2.0,
    crowds=((8, 1), (32, 1)),
    starts=1,
    tests=(10, 100),
    grades_of_each=3,
    stored=(100, 10_000),
    queued=(10, 10_000),
    claims_of_each=50,
)


def chosen() -> Plan:
    return QUICK if os.environ.get("GRADATIM_BENCH_QUICK", "") not in ("", "0") else Plan()
