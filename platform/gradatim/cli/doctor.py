"""`gradatim sandbox doctor`: a table of what holds on this machine, and a status that a script can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gradatim import settings
from gradatim.cli.text import visible
from gradatim.services.sandboxes import sandbox_settings
from gradatim_grader.findings import Finding, State

STYLES = {State.HOLDS: "green", State.NOTE: "yellow", State.BROKEN: "bold red"}


def examined() -> Iterator[Finding]:
    """Every finding, as it comes. Raises EngineTrouble."""
    from gradatim_grader import doctor, image, owners
    from gradatim_grader.making import Maker

    image.ensure(lambda line: None)
    try:
        yield from doctor.examine(Maker(sandbox_settings(settings.load())))
    finally:
        owners.leave()


def show(findings: Iterable[Finding], *, console: Console) -> int:
    """Print the table and return how many limits do not hold."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("where", "limit", "", "measured"):
        table.add_column(column)
    broken = 0
    with console.status("A sandbox tries each of its limits ..."):
        for each in findings:
            broken += each.state is State.BROKEN
            state = Text(each.state.value, style=STYLES[each.state])
            table.add_row(each.where, each.limit, state, Text(visible(each.seen)))
    console.print(table)
    if broken:
        console.print(f"{broken} of these do not hold: no stranger's code should run here.", style="bold red")
    else:
        console.print("Everything holds.", style="green")
    return broken
