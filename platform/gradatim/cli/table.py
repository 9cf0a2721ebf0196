"""A report for people at a terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gradatim.cli.text import visible
from gradatim_grader.problem import Problem
from gradatim_runner.report import NamedPitfall, Naming, Outcome, Report, TestResult, Verdict

STYLES = {Outcome.PASSED: "green", Outcome.NOT_RUN: "dim"}
HEADINGS = {
    Naming.EXACT: "The mistake",
    Naming.TOGETHER: "One of two mistakes at once",
    Naming.ONE_OF: "One of these",
    Naming.NONE: "A known mistake",
}


def show(report: Report, *, problem: Problem, console: Console | None = None) -> None:
    console = console or Console()
    console.print(_heading(report, problem))
    for pitfall in report.pitfalls:
        console.print(_pitfall(pitfall, report.naming))
    if report.tests:
        console.print(_tests(report))
    for name, printed in (("stdout", report.stdout), ("stderr", report.stderr)):
        if printed:
            console.print(Panel(_plain(printed.rstrip("\n")), title=name, title_align="left", border_style="dim"))
    if report.output_truncated:
        console.print("There was more output: only the beginning is kept.", style="dim")


def _plain(text: str, style: str = "") -> Text:
    return Text(visible(text), style=style)


def _heading(report: Report, problem: Problem) -> Text:
    style = "bold green" if report.verdict == Verdict.PASSED else "bold red"
    heading = Text.assemble((report.verdict.replace("_", " "), style), f"  {problem.facts.title}")
    if report.max_score:
        heading.append(f"  {report.score:g} of {report.max_score:g} points")
    heading.append(f"  {report.duration_ms:.0f} ms", style="dim")
    if report.sentence:
        heading.append("\n" + visible(report.sentence))
    return heading


def _pitfall(pitfall: NamedPitfall, naming: Naming) -> Panel:
    lines: list[RenderableType] = [_plain(pitfall.title, "bold"), _plain(pitfall.explain.strip())]
    if pitfall.hint:
        lines.append(_plain(f"Hint: {pitfall.hint.strip()}", "italic"))
    return Panel(
        Group(*lines),
        title=HEADINGS[naming],
        title_align="left",
        subtitle=visible(pitfall.name),
        subtitle_align="right",
        border_style="yellow",
    )


def _tests(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("test")
    table.add_column("outcome")
    table.add_column("points", justify="right")
    table.add_column("ms", justify="right", style="dim")
    for test in report.tests:
        style = STYLES.get(test.outcome, "red")
        points = f"{test.points:g}/{test.max_points:g}" if test.max_points else ""
        outcome = Text(test.outcome.replace("_", " "), style=style)
        table.add_row(Group(*_named(test)), outcome, points, f"{test.duration_ms:.1f}")
    return table


def _named(test: TestResult) -> list[RenderableType]:
    title = _plain(test.title or test.name)
    if not test.visible:
        title.append(" (hidden)", style="dim")
    lines: list[RenderableType] = [title]
    if test.outcome in (Outcome.PASSED, Outcome.NOT_RUN):
        return lines
    if test.difference is not None:
        lines.append(_plain("  " + test.difference.sentence, "red"))
    elif test.message:
        lines.append(_plain(_indented(test.message), "red"))
    if test.line is not None:
        lines.append(_plain(f"  line {test.line} of your code", "dim"))
    if test.hint:
        lines.append(_plain(f"  hint: {test.hint}", "italic"))
    return lines


def _indented(text: str) -> str:
    return "\n".join("  " + line for line in text.strip().splitlines())
