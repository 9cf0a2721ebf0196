"""A check's report for people at a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gradatim.cli.text import visible
from gradatim_grader.check.report import CheckReport, Fate, MutantProof, MutationProof, ReferenceProof, TestProof
from gradatim_grader.problem import Problem

MOST_LABELS = 3
DIFF_STYLES = {"+": "green", "-": "red", "@": "dim"}


def show(report: CheckReport, *, problem: Problem, console: Console | None = None) -> None:
    """What the tests are good for, then what survived, then faults and notes, the verdict last."""
    console = console or Console()
    if report.reference is not None:
        console.print(_reference(report.reference))
    if report.tests:
        console.print(_tests(report.tests))
    if report.mutation is not None:
        console.print(_mutation(report.mutation))
        for mutant in report.mutation.uncaught:
            console.print(_mutant(mutant))
    for style, lines in (("yellow", report.notes), ("red", report.faults)):
        for line in lines:
            console.print(Text(visible(line.line()), style=style), soft_wrap=True)
    console.print(_verdict(report, problem), soft_wrap=True)


def _reference(proof: ReferenceProof) -> Text:
    return Text(
        f"The reference passes {proof.passed} of {proof.runs} times. Slowest call {proof.slowest_call_seconds:.3f} of "
        f"{proof.call_limit_seconds:g} s, all tests {proof.total_seconds:.2f} of {proof.total_limit_seconds:g} s, "
        f"memory tried {proof.memory_tried_mib} of {proof.memory_limit_mib} MiB."
    )


def _tests(proofs: list[TestProof]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("test")
    table.add_column("variants", justify="right")
    table.add_column("mutants", justify="right")
    table.add_column("what no other hidden test catches")
    for proof in proofs:
        title = Text(visible(proof.title or proof.id))
        title.append(" (sample)" if proof.sample else " (idle)" if proof.idle else "", style="dim")
        table.add_row(
            title,
            str(len(proof.catches_variants)),
            "" if proof.sample else str(proof.catches_mutants),
            Text(_some(proof.only)),
        )
    return table


def _some(labels: list[str]) -> str:
    more = f" and {len(labels) - MOST_LABELS} more" if len(labels) > MOST_LABELS else ""
    return visible("; ".join(labels[:MOST_LABELS])) + more


def _mutation(proof: MutationProof) -> Text:
    equivalent = f", {proof.equivalent} equivalent" if proof.equivalent else ""
    text = f"Mutation score {proof.score:.3f}: {proof.caught} of {proof.total} mutants are caught{equivalent}."
    return Text(text, style="green" if proof.score == 1 else "yellow")


def _mutant(mutant: MutantProof) -> Text:
    heading = f"Equivalent: {mutant.reason}" if mutant.fate is Fate.EQUIVALENT else "Survived:"
    text = Text(visible(heading), style="bold")
    for line in mutant.diff.splitlines()[2:]:
        text.append(f"\n  {visible(line)}", style=DIFF_STYLES.get(line[:1], ""))
    if mutant.proposal:
        text.append(f"\n  {visible(mutant.proposal)} tells it apart: {visible(mutant.difference)}", style="italic")
    return text


def _verdict(report: CheckReport, problem: Problem) -> Text:
    count, notes = len(report.faults), len(report.notes)
    said = f" {notes} note{'s' if notes != 1 else ''}." if notes else ""
    if count:
        return Text(f"{problem.slug} is not proven: {count} fault{'s' if count != 1 else ''}.{said}", style="bold red")
    pitfalls = f"{len(problem.facts.pitfalls)} pitfalls, each named as itself."
    return Text(f"{problem.slug} is proven: {pitfalls}{said} {report.seconds:.1f} s.", style="bold green")
