"""The check, step by step: reference, starter, pitfalls, mutants, pages; what the tests are good for, and what not."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from gradatim_grader.check import collecting, matrix, pages, pitfalls, reference, starter
from gradatim_grader.check.bench import Bench, Sandbox, Tried
from gradatim_grader.check.listed import ListedMutants, listed_in
from gradatim_grader.check.mutants import Mutant, mutants_of
from gradatim_grader.check.mutation import Mutation
from gradatim_grader.check.pages import Render
from gradatim_grader.check.proofs import Proofs
from gradatim_grader.check.report import CheckProgress, CheckReport, Fault, Step
from gradatim_grader.errors import CheckerTrouble, ProblemError
from gradatim_grader.problem import Problem

Tell = Callable[[CheckProgress], None]


def check(
    problem: Problem,
    sandbox: Sandbox,
    *,
    on_progress: Tell = lambda _: None,
    render: Render = str,
    known: Path | None = None,
    mutants: bool = True,
) -> CheckReport:
    """Check a problem. What is wrong with it is in the report, never raised.

    `render` makes a page of Markdown and raises where it cannot. `known` is a folder where findings are kept, so that
    the next check of a changed problem is quick; it may be deleted at any time. Without `mutants` the check is quicker
    and proves less: that every pitfall is caught and named, but not what else the tests let through.

    Raises:
        EngineTrouble: the container engine does not do its part.
        CheckerTrouble: a checker died after the reference had passed.
    """
    began = time.monotonic()
    report = _Check(problem, sandbox, on_progress, render).run(known=known, mutants=mutants)
    if report.proven:
        Proofs(known, environment=sandbox.environment).keep(problem, mutants=mutants)
    return msgspec.structs.replace(report, seconds=round(time.monotonic() - began, 3))


class _Check:
    """One check. Collects faults and notes as it goes."""

    def __init__(self, problem: Problem, sandbox: Sandbox, tell: Tell, render: Render) -> None:
        self._problem, self._sandbox, self._tell, self._render = problem, sandbox, tell, render
        self._faults: list[Fault] = []
        self._notes: list[Fault] = []

    def run(self, *, known: Path | None, mutants: bool) -> CheckReport:
        self._faults += pages.unreadable(self._problem, render=self._render)
        listed = self._listed()
        try:
            proven = reference.prove(self._problem, self._sandbox, tell=self._teller(Step.REFERENCE, reference.RUNS))
        except CheckerTrouble as error:
            self._faults.append(collecting.fault_of(error))
            return self._report()
        self._faults += proven.faults
        if not proven.tests:  # nothing that follows would mean anything
            return self._report(reference=proven.proof)
        bench = Bench(
            self._problem,
            self._sandbox,
            tests=[test.id for test in proven.tests],
            slowest_call_seconds=proven.proof.slowest_call_seconds,
            known=known,
        )
        starter_verdict = self._starter()
        return self._report(
            reference=proven.proof,
            starter=starter_verdict,
            examples=self._examples(),
            **self._wrong_sources(bench, proven.tests, listed if mutants else None),
        )

    def _listed(self) -> ListedMutants:
        try:
            return listed_in(self._problem)
        except ProblemError as error:
            self._faults.append(Fault(error.file, error.key, error.reason, "correct it"))
            return ListedMutants()

    def _starter(self) -> str:
        verdict, faults = starter.prove(self._problem, self._sandbox)
        self._faults += faults
        self._teller(Step.STARTER, 1)(1)
        return verdict.value

    def _examples(self) -> list[Any]:
        made, faults = pages.examples(self._problem, self._sandbox)
        self._faults += faults + pages.arrays(self._problem, self._sandbox)
        return made

    def _wrong_sources(
        self, bench: Bench, tests: Sequence[reference.Test], listed: ListedMutants | None
    ) -> dict[str, Any]:
        """Everything that must not pass: pitfalls' variants and, where `listed` is given, mutants."""
        variants = pitfalls.labelled(self._problem)
        tried = self._all_of(bench, Step.PITFALLS, [each.source for each in variants], bench.variant)
        proofs, faults = pitfalls.prove(variants, tried)
        self._faults += faults
        found: dict[str, Any] = {"pitfalls": proofs}
        mutants: list[Mutant] = []
        fates: list[Tried] = []
        if listed is not None:
            mutants = mutants_of(self._problem, listed)
            fates = self._all_of(bench, Step.MUTANTS, [mutant.source for mutant in mutants], bench.mutant)
            mutation = Mutation(mutants, fates, listed)
            mutation.look_for_calls(bench, tell=self._teller(Step.SURVIVORS, len(mutation.uncaught)))
            self._faults += mutation.faults()
            self._notes += mutation.notes()
            found["mutation"] = mutation.proof()
        rows = matrix.prove(
            tests,
            variants=[(each.label, result) for each, result in zip(variants, tried, strict=True)],
            mutants=[(mutant.label, result) for mutant, result in zip(mutants, fates, strict=True)],
        )
        if listed is not None:
            self._notes += matrix.idle(rows)
        bench.tidy()
        return {**found, "tests": rows}

    def _all_of(self, bench: Bench, step: Step, sources: Sequence[str], work: Callable[[str], Tried]) -> list[Tried]:
        """What came of each source, in their order."""
        tell = self._teller(step, len(sources))
        made: dict[int, Tried] = {}
        for number, result in bench.each(sources, work):
            made[number] = result
            tell(len(made))
        return [made[number] for number in range(len(sources))]

    def _teller(self, step: Step, total: int) -> Callable[[int], None]:
        return lambda done: self._tell(CheckProgress(step, done, total))

    def _report(self, **found: Any) -> CheckReport:
        return CheckReport(
            problem=self._problem.slug, version=self._problem.digest, faults=self._faults, notes=self._notes, **found
        )
