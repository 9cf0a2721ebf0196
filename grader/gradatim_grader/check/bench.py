"""The test bench: puts wrong sources before the tests, and only before those whose outcome is not known yet."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from gradatim_grader.check import units
from gradatim_grader.check.known import Findings, Known
from gradatim_grader.problem import Problem
from gradatim_grader.trial import Trial, TrialOptions
from gradatim_runner.messages import ArrayResult, ExampleResult
from gradatim_runner.report import Naming, Outcome, Report, Verdict

AT_ONCE = 2
PATIENCE_SECONDS, PATIENCE_FACTOR = 1.0, 20.0  # a mutant that takes this much longer than the reference never ends

Given = TypeVar("Given")
Made = TypeVar("Made")


class Sandbox(Protocol):
    """As much of the grader as a check needs."""

    @property
    def environment(self) -> str:
        """Names everything outside of the problem that outcomes depend on."""

    def trial(self, problem: Problem, source: str, options: TrialOptions) -> Trial: ...
    def examples(self, problem: Problem) -> Sequence[ExampleResult]: ...
    def arrays(self, problem: Problem) -> Sequence[ArrayResult]: ...


class Tried(NamedTuple):
    """Which tests caught a source, and what it was named as. `naming` is EXACT where `named` is one sure name."""

    caught_by: list[str]
    named: list[str]
    naming: Naming

    @property
    def hidden(self) -> list[str]:
        return [test for test in self.caught_by if units.is_hidden(test)]


class Call(NamedTuple):
    """A call that tells a source from the reference, and how the answers differ; both "" where none was found."""

    text: str
    difference: str


class Bench:
    """For one check of one problem, after its reference has passed. `slowest_call_seconds`: of the reference."""

    def __init__(
        self,
        problem: Problem,
        sandbox: Sandbox,
        *,
        tests: Iterable[str],
        slowest_call_seconds: float,
        known: Path | None,
    ) -> None:
        self._problem, self._sandbox = problem, sandbox
        self._digests = units.digests(problem, tests)
        limits = problem.facts.limits
        patience = PATIENCE_SECONDS + PATIENCE_FACTOR * slowest_call_seconds
        self._limits = msgspec.structs.replace(limits, call_seconds=min(limits.call_seconds, patience))
        facts = msgspec.json.encode([limits, problem.facts.entry]).decode()
        self._known = Known(known, environment=f"{sandbox.environment} {facts}")
        self._all_tests = _joined(sorted(self._digests.values()))
        pitfalls = [variant.source for variant in (*problem.variants(), *problem.pairs())]
        self._naming_key = _joined([self._all_tests, *pitfalls, *(p.name for p in problem.facts.pitfalls)])

    def each(self, given: Iterable[Given], work: Callable[[Given], Made]) -> Iterator[tuple[int, Made]]:
        """(number, result) of each piece of work as it is done, some at once."""
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="check") as threads:
            jobs = {threads.submit(work, each): number for number, each in enumerate(given)}
            try:
                for job in as_completed(jobs):
                    yield jobs[job], job.result()
            finally:
                for job in jobs:
                    job.cancel()

    def variant(self, source: str) -> Tried:
        """A pitfall's variant before all tests, and its name."""
        findings = self._known.of(source)
        named = findings.named.get(self._naming_key)
        if named is None or self._missing(findings):
            report = self._trial(source, TrialOptions())
            named = [report.naming.value, *(pitfall.name for pitfall in report.pitfalls)]
            findings.named = {self._naming_key: named}
            self._learn(findings, report, asked=list(self._digests))
            self._known.keep(source, findings)
        return self._tried(findings, named)

    def mutant(self, source: str) -> Tried:
        """A mutant before the hidden tests that it has not met: sample tests prove nothing, and would come first.

        A call that never ends is enough; the rest stays unknown.
        """
        findings = self._known.of(source)
        missing = [test for test in self._missing(findings) if units.is_hidden(test)]
        if missing and findings.endless_in not in self._digests.values():
            options = TrialOptions(only=missing, naming=False, stop_when_broken=True, limits=self._limits)
            self._learn(findings, self._trial(source, options), asked=missing)
            self._known.keep(source, findings)
        return self._tried(findings, [Naming.NONE.value])

    def telling_call(self, source: str, *, whatever_tests: bool) -> Call:
        """Arguments for which the source does not do what the reference does, looked for at random.

        `whatever_tests`: an earlier search counts too, though it took the arguments of other tests for a model.
        """
        findings = self._known.of(source)
        key = "" if whatever_tests else self._all_tests
        if key not in findings.calls:
            report = self._trial(source, TrialOptions(probe=True, limits=self._limits))
            findings.calls = {key: [text for test in report.tests for text in (test.name, test.message)]}
            self._known.keep(source, findings)
        return Call(*(findings.calls[key] or ["", ""]))

    def tidy(self) -> None:
        self._known.tidy()

    def _missing(self, findings: Findings) -> list[str]:
        return [test for test, digest in self._digests.items() if digest not in findings.caught]

    def _trial(self, source: str, options: TrialOptions) -> Report:
        beside_tests = msgspec.structs.replace(options, beside_tests=True)
        return self._sandbox.trial(self._problem, source, beside_tests).report

    def _learn(self, findings: Findings, report: Report, *, asked: list[str]) -> None:
        outcomes = {test: set[Outcome]() for test in asked}
        for result in report.tests:
            outcomes[result.name.partition("[")[0]].add(result.outcome)
        caught = {test for test, seen in outcomes.items() if seen - {Outcome.PASSED, Outcome.NOT_RUN}}
        unknown = [test for test, seen in outcomes.items() if test not in caught and seen != {Outcome.PASSED}]
        if report.verdict is not Verdict.PASSED and not caught:  # it does not load, or ran out of time between tests
            caught = set(unknown if len(unknown) == len(asked) else unknown[:1])
        findings.caught |= {
            self._digests[test]: test in caught for test in asked if test in caught or test not in unknown
        }
        if unknown and caught:
            findings.endless_in = self._digests[min(caught)]

    def _tried(self, findings: Findings, named: list[str]) -> Tried:
        caught = [test for test, digest in self._digests.items() if findings.caught.get(digest)]
        return Tried(caught, named[1:], Naming(named[0]))


def _joined(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
