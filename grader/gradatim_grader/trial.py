"""Trials: sources of a problem's author put before the problem's own tests, to prove what the tests catch."""

from __future__ import annotations

import msgspec

from gradatim_grader.problem import Limits
from gradatim_runner.messages import Start, Task
from gradatim_runner.report import Report

NAMING_SECONDS = 20.0  # more than a submission gets: a busy machine must not make a problem look faulty


class TrialOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How to put one source on trial.

    `only`: the tests to run, by node id without parameters; empty means all. `naming`: whether to name the mistake.
    `stop_when_broken`: whether the first call without an answer ends it. `probe`: instead of running tests, look for a
    call whose answer is not the reference's. `limits`: other ones than the problem's.
    `beside_tests`: the source runs in the checker, as the reference does, and not in a container of its own, as a
    submission does. That is many times quicker; calls have their limit, memory has the checker's.
    """

    beside_tests: bool = False
    only: list[str] = []
    naming: bool = True
    stop_when_broken: bool = False
    probe: bool = False
    limits: Limits | None = None

    def start(self, *, lines: int) -> Start:
        task = Task.PROBE if self.probe else Task.TRIAL
        return Start(task, lines, self.only, self.naming_seconds, self.stop_when_broken)

    @property
    def naming_seconds(self) -> float:
        return NAMING_SECONDS if self.naming else 0


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A report whose results are named by node id, and what the source took: wall-clock seconds, on the host's clock.

    Beside the tests nobody looks at the clock: the times are 0.

    Of a probe the report has one failed test, whose name is the call that was found, or none.
    """

    report: Report
    slowest_call_seconds: float = 0.0
    load_seconds: float = 0.0
    total_seconds: float = 0.0
