"""Grades every hostile case, four at once and with a control submission beside them, and remembers what came out."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from gradatim_grader import engine
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.grader import Grader, GraderSettings, Progress
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import Report, Verdict

AT_ONCE = 4
CANARIES = {
    "tests/test_hidden.py": "canary-of-the-hidden-tests-5d1f",
    "tests/test_sample.py": "canary-of-the-sample-tests-88c2",
    "solution.py": "canary-of-the-solution-07aa",
}
SERVER_CANARY = "canary-of-the-server-c3e9-in-its-settings"
WAIT_SECONDS = 170
PATIENCE = 3

USUAL = ("call_seconds = 2.0", "total_seconds = 20.0")
# Endless code costs a few containers this long each, so those cases get little of it. To all others time must not
# matter, however busy the machine that tests them.
HURRIED = ("call_seconds = 0.6\nload_seconds = 1.5", "total_seconds = 5.0")
PATIENT = ("call_seconds = 30.0\nload_seconds = 30.0", "total_seconds = 140.0")


class Graded(NamedTuple):
    """One case's report, what was told on the way, and when it was graded, on the monotonic clock."""

    report: Report
    progress: list[Progress]
    began: float
    ended: float


class Table:
    """The cases under way. `closed` once every container should be gone."""

    def __init__(self, problem: Problem, control: bytes) -> None:
        self.grader = Grader(GraderSettings(most_checkers=10))
        self.patient = with_limits(with_canaries(problem), PATIENT)
        self.hurried = with_limits(with_canaries(problem), HURRIED)
        self.controls: list[Graded] = []
        self.made: list[str] = []  # ids of containers
        self._control = control
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self._results: dict[str, Future[Graded]] = {}
        self._patch = pytest.MonkeyPatch()
        self._done = threading.Event()
        self._beside = threading.Thread(target=self._grade_controls)

    def start(self, cases: Mapping[str, tuple[bytes, bool]]) -> None:
        """Begin with every case: its source, and whether endless code may be cut short."""
        self._remember_containers()
        self.grader.start()
        self._beside.start()
        for name, (source, hurried) in cases.items():
            problem = self.hurried if hurried else self.patient
            self._results[name] = self._pool.submit(self._grade, problem, source)

    def result(self, name: str) -> Graded:
        return self._results[name].result(WAIT_SECONDS)

    def controls_beside(self, graded: Graded) -> list[Graded]:
        """The control submissions that ran while this case did."""
        deadline = time.monotonic() + WAIT_SECONDS
        while not self.controls or self.controls[-1].ended < graded.ended:
            assert time.monotonic() < deadline, "the control submission is not graded any more"
            time.sleep(0.02)
        return [each for each in self.controls if each.began < graded.ended and graded.began < each.ended]

    def close(self) -> None:
        self._done.set()
        self._pool.shutdown(cancel_futures=True)
        if self._beside.is_alive():
            self._beside.join(WAIT_SECONDS)
        self.grader.close()
        self._patch.undo()

    def left(self) -> list[str]:
        """Containers that this table made and the engine still has."""
        there = {found.id for found in engine.containers()}
        return [made for made in self.made if made in there]

    def _remember_containers(self) -> None:
        create = engine.create

        def remembered(body: dict[str, Any]) -> str:
            self.made.append(create(body))
            return self.made[-1]

        self._patch.setattr(engine, "create", remembered)

    def _grade(self, problem: Problem, source: bytes) -> Graded:
        progress: list[Progress] = []
        began = time.monotonic()
        report = self._graded(problem, source, progress)
        return Graded(report, progress, began, time.monotonic())

    def _graded(self, problem: Problem, source: bytes, progress: list[Progress]) -> Report:
        for _ in range(PATIENCE):
            progress.clear()
            try:
                return self.grader.grade(problem, source, on_progress=progress.append)
            except EngineTrouble:  # a machine that is very busy: the submission waits, as it would at a worker's
                time.sleep(1)
        return self.grader.grade(problem, source)

    def _grade_controls(self) -> None:
        while not self._done.is_set():
            self.controls.append(self._grade(self.patient, self._control))
            if self.controls[-1].report.verdict is not Verdict.PASSED:
                return


@contextmanager
def server_canary() -> Iterator[None]:
    """Plant a secret in the environment of the process that grades."""
    os.environ["GRADATIM_SECRET_KEY"] = SERVER_CANARY
    try:
        yield
    finally:
        del os.environ["GRADATIM_SECRET_KEY"]


def with_canaries(problem: Problem) -> Problem:
    """The problem with a secret in each file that must never be seen: as text, and as a variable."""
    files = dict(problem.files)
    for name, canary in CANARIES.items():
        files[name] += f"\nCANARY = {canary!r}  # {canary}\n".encode()
    return from_files(problem.slug, files)


def with_limits(problem: Problem, limits: tuple[str, str]) -> Problem:
    files, facts = dict(problem.files), problem.text("problem.toml")
    for usual, other in zip(USUAL, limits, strict=True):
        assert usual in facts
        facts = facts.replace(usual, other)
    return from_files(problem.slug, {**files, "problem.toml": facts.encode()})
