"""`gradatim grade`: one source against one problem, without a site."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from gradatim import settings
from gradatim.cli.place import problem_at
from gradatim.cli.trouble import Wrong, statuses
from gradatim.services import sandboxes
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, shown_report

MOST_READ_BYTES = 16 << 20  # more than enough to see that it is too large


@click.command()
@click.argument("problem")
@click.argument("source")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def grade(problem: str, source: str, as_json: bool) -> None:
    """Grade the file SOURCE against PROBLEM, a slug or a folder. `-` reads standard input.

    Exit status: 0 graded, whatever the verdict; 2 no such problem or file; 3 the sandbox does not work.
    """
    with statuses():
        found = problem_at(problem, settings=settings.load())
        report = _graded(found, _read(source), quiet=as_json)
    if as_json:
        click.echo(msgspec.json.encode(shown_report(report)).decode())
    else:
        from gradatim.cli.table import show

        show(report, problem=found)


def _read(source: str) -> bytes:
    try:
        if source == "-":
            return sys.stdin.buffer.read(MOST_READ_BYTES)
        with Path(source).open("rb") as file:
            return file.read(MOST_READ_BYTES)
    except OSError as error:
        raise Wrong(f"{source} cannot be read: {error.strerror}") from error


def _graded(problem: Problem, source: bytes, *, quiet: bool) -> Report:
    from gradatim.cli.progress import Bar
    from gradatim_grader import image

    with Bar(quiet=quiet) as bar:
        image.ensure(bar.say)
        with sandboxes.grader(settings.load()) as grader:
            return grader.grade(problem, source, on_progress=bar.tests)
