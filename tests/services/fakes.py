"""A grader in memory: a real one, small, that reads its verdict from the source's first line and runs nothing.

Of an author's trials only the reference itself passes, and a pitfall's variant is named as itself.
A box that keeps mail.
"""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

import msgspec

from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock
from gradatim_grader.calls import OwnCall
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.grader import GraderStatus, Progress, Scope
from gradatim_grader.problem import Problem
from gradatim_grader.trial import Trial, TrialOptions
from gradatim_runner.messages import ArrayResult, ExampleResult
from gradatim_runner.report import (
    CallAnswer,
    NamedPitfall,
    Naming,
    Outcome,
    Report,
    ShownValue,
    TestResult,
    Verdict,
)

LOOK_SECONDS = 0.02


class MemoryGrader:
    """`# verdict: failed` as first line gives that verdict; without one it is passed.

    `trouble` is raised instead, once for each entry. While `held` is set, grading waits, until `close`.
    """

    def __init__(self) -> None:
        self.trouble: list[Exception] = []
        self.graded: list[tuple[bytes, Scope]] = []
        self.kept_for: list[str] = []
        self.tried: list[str] = []
        self.let_go = threading.Event()
        self.let_go.set()
        self.busy = threading.Event()  # somebody waits for `let_go`
        self.closed = False
        self.told_dead: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    def status(self) -> GraderStatus:
        return GraderStatus(waiting=2, busy=0, idle_checkers=1, kept=0, containers=3, last_engine_error="")

    def tidy(self, dead: frozenset[str]) -> int:
        self.told_dead = dead
        return 0

    def start(self) -> None:
        return

    def has_spare(self) -> bool:
        return True

    def close(self) -> None:
        self.closed = True
        self.let_go.set()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def hold(self) -> None:
        self.let_go.clear()

    def grade(
        self,
        problem: Problem,
        source: bytes,
        *,
        scope: Scope = Scope.SUBMIT,
        on_progress: Callable[[Progress], None] | None = None,
        while_waiting: Callable[[], None] | None = None,
        keep_for: str = "",
        call: OwnCall | None = None,
    ) -> Report:
        with self._lock:
            self.graded.append((source, scope))
            self.kept_for.append(keep_for)
            if self.trouble:
                raise self.trouble.pop(0)
        if not self.let_go.is_set():
            self.busy.set()
            while not self.let_go.wait(LOOK_SECONDS):
                if while_waiting is not None:
                    while_waiting()
            if self.closed:
                raise EngineTrouble("the grader was closed")
        if call is not None:
            return answer_of(problem, call)
        report = report_of(problem, verdict=verdict_in(source))
        for done, result in enumerate(report.tests, start=1):
            if on_progress is not None:
                on_progress(Progress(done, result))
        return report

    @property
    def environment(self) -> str:
        return "memory"

    def trial(self, problem: Problem, source: str, options: TrialOptions) -> Trial:
        with self._lock:
            self.tried.append(source)
            if self.trouble:
                raise self.trouble.pop(0)
        if not self.let_go.is_set():
            self.busy.set()
            self.let_go.wait()
            if self.closed:
                raise EngineTrouble("the grader was closed")
        passed = source == problem.text("solution.py")
        report = report_of(problem, verdict=Verdict.PASSED if passed else Verdict.FAILED)
        named = [variant.pitfalls[0] for variant in problem.variants() if variant.source == source][:1]
        pitfalls = [NamedPitfall(name, name, "", "") for name in named]
        test = msgspec.structs.replace(report.tests[0], name="tests/test_hidden.py::test_all")
        naming = Naming.EXACT if pitfalls else Naming.NONE
        report = msgspec.structs.replace(report, tests=[test], pitfalls=pitfalls, naming=naming)
        return Trial(report=report, slowest_call_seconds=0.0, load_seconds=0.0, total_seconds=0.0)

    def examples(self, problem: Problem) -> list[ExampleResult]:
        return [
            ExampleResult(call=f"{problem.facts.entry[0]}({example.args[0]!r})", result="1", explain=example.explain)
            for example in problem.facts.examples
        ]

    def arrays(self, problem: Problem) -> list[ArrayResult]:
        """For every array of the lesson, whatever it calls: a row that counts from 0."""
        blocks = [
            part.key for file in lesson.FILES for part, _ in lesson.read(problem.text(file), file=file).of(ArrayBlock)
        ]
        return [
            ArrayResult(key, [0], [0, 1, 2], "float64", struct.pack("<3d", 0, 1, 2), [0.0, 6.28, 62.8])
            for key in [*blocks, *(f"example-{number}" for number in range(len(problem.facts.examples)))]
        ]


def verdict_in(source: bytes) -> Verdict:
    first = source.partition(b"\n")[0]
    said = first.removeprefix(b"# verdict: ").decode()
    return Verdict(said) if first != said.encode() else Verdict.PASSED


def answer_of(problem: Problem, call: OwnCall) -> Report:
    """Every call returns 42, which is as it should be."""
    answer = CallAnswer(call.text, returned=ShownValue("an int", "42"), expected=ShownValue("an int", "42"))
    return Report(
        problem=problem.slug,
        version=problem.digest,
        verdict=Verdict.PASSED,
        sentence="This is what was expected.",
        call=answer,
    )


def report_of(problem: Problem, *, verdict: Verdict) -> Report:
    passed = verdict is Verdict.PASSED
    test = TestResult(
        name="test_double",
        title="Doubles",
        visible=True,
        outcome=Outcome.PASSED if passed else Outcome.FAILED,
        points=2.0 if passed else 0.0,
        max_points=2.0,
        duration_ms=1.5,
    )
    return Report(
        problem=problem.slug,
        version=problem.digest,
        verdict=verdict,
        sentence="Every test passed." if passed else "A test does not pass yet.",
        score=test.points,
        max_score=test.max_points,
        naming=Naming.EXACT if verdict is Verdict.FAILED else Naming.NONE,
        pitfalls=[NamedPitfall("tripled", "It triples", "Too much.", "Two?")] if verdict is Verdict.FAILED else [],
        tests=[test],
        stdout="hello\n",
        duration_ms=3.25,
    )


@dataclass
class Outbox:
    """Mail that would have been sent: for each its recipient and its text, the oldest first."""

    sent: list[tuple[str, str]] = field(default_factory=list)

    def send(self, *, to: str, subject: str, text: str) -> None:
        self.sent.append((to, text))

    def path_for(self, to: str) -> str:
        """That of the first link in the latest mail to this address."""
        text = next(text for recipient, text in reversed(self.sent) if recipient == to)
        found = re.search(r"https?://[^/\s]+(/\S*)", text)
        assert found, text
        return found[1]
