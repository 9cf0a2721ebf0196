"""(c) and (f): our grader, one submission or run at a time, and where the time of each goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from bench.figures import Series, ms
from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem
from gradatim_grader.stages import Stage
from gradatim_runner.report import Report, Verdict

REST_SECONDS = 30.0
PERSON = "bench"


class Unexpected(Exception):
    """A report that is not what the submission deserves: then its time means nothing."""


class StageTimes:
    """Hears from the grader where each submission's time went, and sorts it by what is being measured."""

    def __init__(self) -> None:
        self.series: dict[str, dict[Stage, Series]] = {}
        self.current = ""

    def __call__(self, seconds: Mapping[Stage, float]) -> None:
        of_kind = self.series.setdefault(self.current, {})
        for stage in Stage:
            of_kind.setdefault(stage, Series()).add(seconds.get(stage, 0.0))

    def as_json(self) -> dict[str, Any]:
        """Median milliseconds of each stage."""
        return {
            kind: {stage.value: ms(series.median) for stage, series in stages.items()}
            for kind, stages in self.series.items()
            if kind
        }


def submission(grader: Grader, problem: Problem, source: bytes, *, verdict: Verdict) -> float:
    """Seconds of one submission, from a pool at rest."""
    rest(grader)
    return timed(lambda: grader.grade(problem, source), verdict=verdict)


def run(grader: Grader, problem: Problem, source: bytes, *, person: str = PERSON) -> float:
    """Seconds of one Run by somebody whose container is kept."""
    return timed(lambda: grader.grade(problem, source, scope=Scope.RUN, keep_for=person), verdict=Verdict.PASSED)


def timed(grade: Callable[[], Report], *, verdict: Verdict) -> float:
    began = time.perf_counter()
    report = grade()
    taken = time.perf_counter() - began
    if report.verdict is not verdict:
        raise Unexpected(f"{report.verdict} instead of {verdict}: {report.sentence}")
    return taken


def rest(grader: Grader) -> None:
    """Wait until no container is being made or removed."""
    deadline = time.monotonic() + REST_SECONDS
    while grader.status().busy and time.monotonic() < deadline:
        time.sleep(0.01)
