"""(d), (e) and the saturated (f): how many a second, with as much at once as the machine takes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from bench import warm
from bench.material import Material
from bench.plan import Plan
from gradatim_grader.grader import Grader
from gradatim_grader.making import Maker
from gradatim_grader.sandbox import SandboxSettings
from gradatim_runner.report import Verdict

AT_ONCE = (2, 3, 4)  # submissions, or containers in the making; more gained nothing on any machine so far
WINDOWS = 4  # of every rate: more and shorter ones, since the machine itself is now quicker and now slower
PEOPLE = 4


@dataclass
class Rates:
    """A second, in each window."""

    runs: list[float] = field(default_factory=list)
    submissions: dict[int, list[float]] = field(default_factory=dict)  # by how many at once
    containers: dict[int, list[float]] = field(default_factory=dict)  # likewise

    @property
    def runs_mean(self) -> float:
        return fmean(self.runs)

    @property
    def best_submissions(self) -> float:
        return best(self.submissions)

    @property
    def best_containers(self) -> float:
        return best(self.containers)


def best(rates: Mapping[Any, list[float]]) -> float:
    """The best of the means: the best single window would owe its rank to a quiet moment of the machine."""
    return max(map(fmean, rates.values()))


def measured(material: Material, grader: Grader) -> Rates:
    """Windows of each kind by turns, so that a busy moment of the machine hits all alike."""
    rates, maker = Rates(), Maker(SandboxSettings())
    problem, source, plan = material.problem, material.right, material.plan
    memory_mib = problem.facts.limits.memory_mib

    def grade(_: int) -> None:
        warm.timed(lambda: grader.grade(problem, source), verdict=Verdict.PASSED)

    def run(person: int) -> None:
        warm.run(grader, problem, source, person=f"person {person}")

    material.progress("as many as it takes: until every checker has what it keeps")
    saturated(grade, threads=max(AT_ONCE), plan=plan)
    for window in range(WINDOWS):
        for at_once in AT_ONCE:
            material.progress(f"as many as it takes: {at_once} at once, {window + 1} of {WINDOWS}")
            warm.rest(grader)
            made = saturated(lambda _: maker.student(memory_mib).remove(), threads=at_once, plan=plan)
            rates.containers.setdefault(at_once, []).append(made)
            warm.rest(grader)
            graded = saturated(grade, threads=at_once, plan=plan)
            rates.submissions.setdefault(at_once, []).append(graded)
        warm.rest(grader)
        rates.runs.append(saturated(run, threads=PEOPLE, plan=plan))
    return rates


def saturated(work: Callable[[int], object], *, threads: int, plan: Plan) -> float:
    """How often a second `work` is done by all threads, once they have warmed up. It is told its thread's number."""
    ended: list[float] = []
    stop = threading.Event()

    def keep_working(number: int) -> None:
        while not stop.is_set():
            work(number)
            ended.append(time.perf_counter())

    with ThreadPoolExecutor(threads) as pool:
        working = [pool.submit(keep_working, number) for number in range(threads)]
        time.sleep(plan.warm_up_seconds)
        began = time.perf_counter()
        time.sleep(plan.window_seconds)
        stop.set()
        until = began + plan.window_seconds
    for each in working:
        each.result()  # raises what went wrong in it
    return sum(began < moment <= until for moment in ended) / plan.window_seconds
