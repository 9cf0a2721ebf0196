"""Proof that a problem's tests do what they should, in the sandbox, before anyone sees the problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from gradatim_grader.problem import PitfallFacts, Problem, VariantFacts
from gradatim_runner.report import Naming, Report, Verdict
from gradatim_runner.variants import changed


class Sandbox(Protocol):
    """As much of the grader as a proof needs."""

    def grade(self, problem: Problem, source: bytes) -> Report: ...


def faults(problem: Problem, *, sandbox: Sandbox) -> Iterator[str]:
    """Each fault as one line, as it is found: file, place, what is wrong. None: the problem is proven.

    Raises:
        EngineTrouble, CheckerTrouble: the sandbox could not run it.
    """
    reference = sandbox.grade(problem, problem.files["solution.py"])
    if reference.verdict != Verdict.PASSED:
        yield f"solution.py: the reference is not passed but {_said(reference)}"
        return  # nothing that follows would mean anything
    starter = sandbox.grade(problem, problem.files["starter.py"])
    if starter.verdict == Verdict.PASSED:
        yield "starter.py: passes every test; then there is nothing to do"
    for pitfall in problem.facts.pitfalls:
        for number, variant in enumerate(pitfall.all_variants()):
            fault = _fault_of(problem, pitfall, variant, sandbox)
            if fault:
                yield f"problem.toml: pitfall {pitfall.name}, variant {number + 1}: {fault}"


def _fault_of(problem: Problem, pitfall: PitfallFacts, variant: VariantFacts, sandbox: Sandbox) -> str | None:
    source = problem.text(variant.file) if variant.file else changed(problem.text("solution.py"), variant.change)
    report = sandbox.grade(problem, source.encode())
    named = [found.name for found in report.pitfalls]
    if report.verdict == Verdict.PASSED:
        return "passes every test"
    if report.naming == Naming.EXACT and named == [pitfall.name]:
        return None
    if not named:
        return f"is not named ({_said(report)})"
    if report.naming == Naming.ONE_OF:
        return f"cannot be told apart from {', '.join(name for name in named if name != pitfall.name)}"
    return f"is named as {', '.join(named)}"


def _said(report: Report) -> str:
    wrong = next((test for test in report.tests if test.outcome != "passed"), None)
    where = f", first in {wrong.title or wrong.name}" if wrong else ""
    return f"{report.verdict}: {report.sentence}{where}"
