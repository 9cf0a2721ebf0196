"""Figures out of measurements: medians, 95th percentiles, and what is written of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from typing import Any


def percentile(values: Iterable[float], *, percent: float) -> float:
    """The smallest value that `percent` of all are not above (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


class Series:
    """Times of one thing, in seconds."""

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self.seconds = list(seconds)

    def add(self, seconds: float) -> None:
        self.seconds.append(seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        return percentile(self.seconds, percent=95)

    def as_json(self) -> dict[str, Any]:
        return {
            "count": len(self.seconds),
            "median_ms": ms(self.median),
            "p95_ms": ms(self.p95),
            "all_ms": [ms(each) for each in self.seconds],
        }


def ms(seconds: float) -> float:
    return round(seconds * 1e3, 3)
