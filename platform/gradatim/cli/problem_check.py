"""`gradatim problem check`: proof that a problem's tests do what they should, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console

from gradatim import settings
from gradatim.cli.place import problem_at
from gradatim.cli.trouble import statuses
from gradatim.services import proving, sandboxes
from gradatim.settings import Settings
from gradatim_grader.check.report import CheckProgress, Step

if TYPE_CHECKING:
    from gradatim_grader.grader import Grader

DOING = {
    Step.REFERENCE: "The reference",
    Step.STARTER: "The starter",
    Step.PITFALLS: "Variants of pitfalls",
    Step.MUTANTS: "Mutants of the reference",
    Step.SURVIVORS: "Calls that tell mutants apart",
}


@click.command()
@click.argument("name", metavar="PROBLEM")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option("--strict", is_flag=True, help="Take notes for faults: surviving mutants, idle tests.")
@click.option("--quick", is_flag=True, help="Leave the mutants out.")
def check(name: str, as_json: bool, strict: bool, quick: bool) -> None:
    """Prove a problem: the reference passes, the starter fails, each pitfall is caught and named, mutants are caught.

    What was found out is kept, so that a check after a change is quick.

    Exit status: 0 proven; 1 it has faults, one line each; 2 it cannot be read; 3 the sandbox does not work.
    """
    loaded = settings.load()
    with statuses():
        found = problem_at(name, settings=loaded)
        with checking(loaded, quiet=as_json) as (grader, tell):
            report = proving.proof_of(found, grader, settings=loaded, mutants=not quick, on_progress=tell)
    if as_json:
        click.echo(msgspec.json.encode(report).decode())
    else:
        from gradatim.cli.problem_table import show

        show(report, problem=found)
    if report.faults or (strict and report.notes):
        raise click.exceptions.Exit(1)


@contextmanager
def checking(settings: Settings, *, quiet: bool) -> Iterator[tuple[Grader, Callable[[CheckProgress], None]]]:
    """A sandbox of this process, and what to tell progress to. Raises EngineTrouble."""
    from gradatim_grader import image

    console = Console(stderr=True, quiet=quiet)
    image.ensure(lambda line: console.print(line, highlight=False, markup=False))
    with console.status("Starting") as status, sandboxes.grader(settings) as grader:

        def tell(now: CheckProgress) -> None:
            status.update(f"{DOING[now.step]}: {now.done} of {now.total}")

        yield grader, tell
