"""`make scaling`: the rush before a deadline, simulated from what `make bench` measured, and the workers that it takes.

A discrete-event simulation of the last minutes before a deadline: arrivals grow as it comes near, each worker machine
makes containers at its measured rate and grades with its measured time, and the line is one for all. Very large sites
are simulated as a tenth or a hundredth of themselves, which waits rather more than the whole would: small groups of
workers share bad luck less well. Writes charts and the table's figures into docs/scaling.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import matplotlib

matplotlib.use("svg")
import simpy
from matplotlib import pyplot

from proof import ROOT
from proof.machine import Machine

BENCH, FOLDER = ROOT / "var/bench.json", ROOT / "docs/scaling"
SITES = {"1,000 a day": 1_000, "100,000 a day": 100_000, "10 million a day": 10_000_000}
LAST_HOUR_SHARE = 0.25  # of a day's submissions
RISE = 3.0  # the rate at the deadline, as a multiple of the last hour's mean
MINUTES = 10
POOL = 6  # containers that a machine keeps waiting
MOST_A_SECOND = 40.0  # simulated; a larger site is simulated as a part of itself
TARGET_SECONDS = 5.0


def rate_at(second: float, *, a_day: float) -> float:
    """Submissions a second, `second` seconds into the last minutes: it rises to the deadline, then nobody comes."""
    mean = a_day * LAST_HOUR_SHARE / 3600
    left = (MINUTES * 60 - second) / 3600
    return mean * RISE * math.exp(-left / 0.35)  # over the whole hour this has the mean


def waits(machines: int, *, machine: Machine, a_day: float, seed: int = 1) -> list[float]:
    """Seconds from Submit to verdict of everybody who comes in the last minutes."""
    environment, chance, found = simpy.Environment(), random.Random(seed), []  # noqa: S311 - a simulation
    pools = simpy.Container(environment, capacity=machines * POOL, init=machines * POOL)

    def make() -> Iterator[Any]:
        while True:
            yield environment.timeout(chance.uniform(0.7, 1.3) / machine.submissions_a_second)
            yield pools.put(1)

    def grade(arrived: float) -> Iterator[Any]:
        yield pools.get(1)  # in order: the line is one
        yield environment.timeout(machine.submission_seconds * chance.uniform(0.8, 1.6))
        found.append(environment.now - arrived)

    def come() -> Iterator[Any]:
        most = rate_at(MINUTES * 60, a_day=a_day)
        while environment.now < MINUTES * 60:
            yield environment.timeout(chance.expovariate(most))
            if chance.random() * most < rate_at(environment.now, a_day=a_day):
                environment.process(grade(environment.now))

    for _ in range(machines):
        environment.process(make())
    environment.process(come())
    environment.run(until=MINUTES * 60 + 600)
    return found


def p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))] if times else 0.0


@dataclass(frozen=True)
class Need:
    """What one site takes."""

    a_day: int
    peak_a_second: float
    part: int  # 1, or the site was simulated as this fraction of itself
    machines: int
    tried: list[tuple[int, float]]  # machines, 95th percentile in seconds


def needed(a_day: int, machine: Machine) -> Need:
    """The fewest machines with which 95 of 100 wait less than the target."""
    peak = rate_at(MINUTES * 60, a_day=a_day)
    part = 1
    while peak / part > MOST_A_SECOND:
        part *= 10
    simulated, tried = a_day / part, []
    machines = max(1, int(peak / part / machine.submissions_a_second * 0.5))
    while True:
        seconds = p95(waits(machines, machine=machine, a_day=simulated))
        tried.append((machines * part, seconds))
        if seconds < TARGET_SECONDS:
            return Need(a_day, peak, part, machines * part, tried)
        machines += max(1, machines // 20)


def main() -> None:
    machine = Machine.measured(BENCH)
    FOLDER.mkdir(exist_ok=True)
    needs = {name: needed(a_day, machine) for name, a_day in SITES.items()}
    figure, axes = pyplot.subplots(1, len(needs), figsize=(11, 3.2))
    for (name, need), place in zip(needs.items(), axes, strict=True):
        tried = [*need.tried, *_more(need, machine)]
        place.plot([machines for machines, _ in tried], [seconds for _, seconds in tried], marker="o")
        place.axhline(TARGET_SECONDS, linestyle="--", color="gray")
        place.set(title=name, xlabel="worker machines", ylabel="95th percentile, s", yscale="log")
        print(f"{name}: {need.peak_a_second:.2f} a second at the deadline, {need.machines} worker machines")  # noqa: T201
    figure.tight_layout()
    figure.savefig(FOLDER / "machines.svg", metadata={"Date": None})
    _draw_rush()
    written = {name: {"peak_a_second": need.peak_a_second, "machines": need.machines} for name, need in needs.items()}
    (FOLDER / "simulated.json").write_text(json.dumps(written, indent=1) + "\n")


def _more(need: Need, machine: Machine) -> list[tuple[int, float]]:
    """How it goes with machines to spare."""
    enough = need.machines // need.part
    spare = sorted({enough + 1, enough + max(1, enough // 4)})
    return [(each * need.part, p95(waits(each, machine=machine, a_day=need.a_day / need.part))) for each in spare]


def _draw_rush() -> None:
    figure, place = pyplot.subplots(figsize=(5.5, 3))
    seconds = range(MINUTES * 60)
    place.plot([second / 60 - MINUTES for second in seconds], [rate_at(each, a_day=100_000) for each in seconds])
    place.set(title="100,000 a day", xlabel="minutes to the deadline", ylabel="submissions a second", ylim=(0, None))
    figure.tight_layout()
    figure.savefig(FOLDER / "rush.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
