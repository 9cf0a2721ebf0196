"""The results as tables for people."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from rich.console import Console
from rich.table import Table

from bench.figures import Series
from bench.results import Results

TIMES = {
    "a": "(a) plain python -m pytest, no sandbox",
    "b": "(b) a cold docker run of it",
    "c": "(c) submission, one at a time",
    "c wrong": "(c) the same, a mistake that has no name",
    "f": "(f) Run, one at a time",
    "g 1": "(g) Submit to verdict through HTTP, 1 student",
    "g 8": "(g) 8 students at once",
    "g 32": "(g) 32 students at once",
    "h start": "(h) start of the site to its first verdict",
}
MARKS = {"aim": "[green]aim[/]", "ok": "[green]ok[/]", "missed": "[red]missed[/]", "not measured": "[yellow]?[/]"}


def show(results: Results, console: Console) -> None:
    tables = [_times(results), _stages(results), _rates(results), _growth(results), _targets(results)]
    for table in tables:
        if table.row_count:
            console.print(table)


def _times(results: Results) -> Table:
    table = _table("Times, ms", "median", "95th", "median / (a)", "measures")
    for name, title in TIMES.items():
        if name in results.series:
            series = results.series[name]
            ratio = f"{series.median / results.series['a'].median:.2f}"
            table.add_row(title, _ms(series.median), _ms(series.p95), ratio, str(len(series.seconds)))
    return table


def _stages(results: Results) -> Table:
    table = _table("Where it goes, median ms", *results.stages)
    stages = next(iter(results.stages.values()), {})
    for stage in stages:
        table.add_row(stage, *(f"{by_stage[stage]:.1f}" for by_stage in results.stages.values()))
    return table


def _rates(results: Results) -> Table:
    table = _table("A second, and memory", "")
    if results.rates is not None:
        rates = results.rates
        for at_once, graded in rates.submissions.items():
            table.add_row(f"(d) submissions, {at_once} at once", f"{fmean(graded):.2f}")
        for at_once, made in rates.containers.items():
            table.add_row(f"(e) containers made and removed, {at_once} at once", f"{fmean(made):.2f}")
        table.add_row("(f) Runs, saturated", f"{rates.runs_mean:.1f}")
    if results.memory is not None:
        waiting = results.memory.waiting_private
        table.add_row("(h) waiting container, private MiB", "needs root" if waiting is None else f"{waiting:.1f}")
        table.add_row("(h) site with its worker, resident MiB", f"{results.memory.site_resident:.0f}")
    return table


def _growth(results: Results) -> Table:
    table = _table("(i) Growth, median ms", "of", "figures")
    if results.by_tests:
        table.add_row("submission", "test cases", _by_count(results.by_tests.items()))
    for grown, measured in results.claims.items():
        for what, by_count in measured.items():
            table.add_row(what, grown, _by_count(by_count.items()))
    return table


def _targets(results: Results) -> Table:
    table = _table("Targets", "measured", "at least", "aim", "")
    for target in results.targets():
        value = "-" if target.value is None else f"{target.value:.2f}"
        table.add_row(target.name, value, f"{target.at_least:g}", f"{target.aim:g}", MARKS[target.mark])
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _by_count(series: Iterable[tuple[int, Series]]) -> str:
    return "  ".join(f"{count:,}: {_ms(each.median)}" for count, each in series)


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f}"
