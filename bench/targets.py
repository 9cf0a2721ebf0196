"""What is demanded of the figures: ratios within one run, since absolute times say more about the machine."""

from __future__ import annotations

from dataclasses import dataclass

from bench.claims import Measured
from bench.figures import Series
from bench.rates import Rates

ALLOWANCE_SECONDS = 0.030  # of a submission through the browser, beyond its grading


@dataclass(frozen=True)
class Target:
    """`value` is None where this machine or this plan could not measure it."""

    name: str
    value: float | None
    at_least: float
    aim: float
    more_is_better: bool = False

    @property
    def mark(self) -> str:
        """One of "aim", "ok", "missed" or "not measured"."""
        if self.value is None:
            return "not measured"
        if self._reaches(self.value, self.aim):
            return "aim"
        return "ok" if self._reaches(self.value, self.at_least) else "missed"

    def _reaches(self, value: float, bound: float) -> bool:
        return value >= bound if self.more_is_better else value <= bound


def of_rounds(series: dict[str, Series]) -> list[Target]:
    a, b, c, f, g = (series[name] for name in ("a", "b", "c", "f", "g 1"))
    return [
        Target("(c) median / (a) median", c.median / a.median, 0.25, 0.12),
        Target("(c) 95th / (c) median", c.p95 / c.median, 2.0, 1.3),
        Target("(c) median / (b) median", c.median / b.median, 0.12, 0.06),
        Target("(f) median / (a) median", f.median / a.median, 0.15, 0.06),
        Target("((g) 1 student, 95th - 30 ms) / (c) median", (g.p95 - ALLOWANCE_SECONDS) / c.median, 2.5, 1.5),
    ]


def of_rates(rates: Rates) -> list[Target]:
    submissions, runs = rates.best_submissions / rates.best_containers, rates.runs_mean / rates.best_containers
    return [
        Target("(d) rate / (e) rate", submissions, 0.8, 0.92, more_is_better=True),
        Target("(f) rate saturated / (e) rate", runs, 3, 6, more_is_better=True),
    ]


def of_memory(waiting_mib: float | None) -> Target:
    return Target("waiting container, private memory, MiB", waiting_mib, 45, 30)


def of_claims(queued: Measured) -> Target:
    by_length = queued["claim"]
    ratio = by_length[max(by_length)].median / by_length[min(by_length)].median
    return Target(f"claim at {max(by_length):,} queued / at {min(by_length)}", ratio, 2, 1.2)
