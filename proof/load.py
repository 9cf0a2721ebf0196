"""`make load` and `make soak`: a class on loopback, at a rising rate to past saturation, or steadily for long.

Nobody may hear anything but a verdict or a kind "wait"; order is kept; memory and descriptors stay what they were.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from gradatim_grader import image
from proof import ROOT
from proof.arrivals import Crowd, Fared, fared
from proof.deployment import Deployment, deployed
from proof.pages import pages_a_second
from proof.programs import end_when_told
from proof.students import ATTEMPTS, Answers
from proof.watching import Watch

WRITTEN = ROOT / "var"
STUDENTS = 200
RATES = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 9.0)  # a second
WINDOW_SECONDS = 30.0
WARM_UP = (1.0, 10.0)  # a rate, and for how many seconds
RIGHT = (ATTEMPTS / "right_exp_log.py").read_text()


def main() -> int:
    """Exit status 1 where somebody heard an error or got no verdict."""
    asked = argparse.ArgumentParser(prog="python -m proof.load", description=__doc__)
    asked.add_argument("--soak", type=float, metavar="RATE", help="this many submissions a second, and no other rate")
    asked.add_argument("--seconds", type=float, default=WINDOW_SECONDS, help="for each rate")
    asked.add_argument("--workers", type=int, default=2)
    options = asked.parse_args()
    console = Console(highlight=False)
    rates = RATES if options.soak is None else (options.soak,)
    end_when_told()
    with deployed(workers=options.workers, image=image.ensure(console.print)) as site:
        answers, watch = Answers(), Watch(_pids(site))
        crowd = Crowd(site.url, answers, students=STUDENTS, source=RIGHT)
        crowd.come(rate=WARM_UP[0], seconds=WARM_UP[1])
        crowd.rest()
        pages = pages_a_second(site.url)
        watch.start()
        try:
            found = [_window(site, crowd, answers, console, rate=rate, seconds=options.seconds) for rate in rates]
        finally:
            watch.stop()
    _show(console, found, watch, answers)
    console.print(f"Problem pages, when nothing else is done: {pages:.0f} a second.")
    _write("soak" if options.soak else "load", found, watch, answers, pages=pages)
    return 1 if answers.errors or any(one.verdicts < one.sent for one in found) else 0


def _window(
    site: Deployment, crowd: Crowd, answers: Answers, console: Console, *, rate: float, seconds: float
) -> Fared:
    before = len(answers.sent)
    turned_away = crowd.come(rate=rate, seconds=seconds)
    crowd.rest()
    one = fared(site.postgres.url, answers.sent[before:], rate=rate)
    busy = f", {turned_away} times all {STUDENTS} students were waiting already" if turned_away else ""
    console.print(f"{rate:g} a second for {seconds:g} s: {one.verdicts} verdicts, 95th {one.p95:.2f} s{busy}")
    return one


def _pids(site: Deployment) -> dict[str, int]:
    return {"web": site.web.pid} | {f"worker {number}": worker.pid for number, worker in enumerate(site.workers)}


def _show(console: Console, found: list[Fared], watch: Watch, answers: Answers) -> None:
    table = Table("a second", "sent", "verdicts", "median s", "95th s", "most overtaken by")
    for one in found:
        figures = (f"{one.rate:g}", one.sent, one.verdicts, f"{one.median:.2f}", f"{one.p95:.2f}", one.overtaken)
        table.add_row(*map(str, figures))
    console.print(table)
    table = Table("process", "MiB at last", "grown MiB", "descriptors at last", "grown")
    for name, taken in watch.taken.items():
        mib, descriptors = taken.growth()
        table.add_row(name, f"{taken.mib[-1]:.0f}", f"{mib:+.1f}", str(taken.descriptors[-1]), f"{descriptors:+d}")
    console.print(table)
    console.print(
        f"Told to wait {len(answers.wait)} times; no answer {len(answers.away)} times; load {os.getloadavg()[0]:.1f}."
    )
    for line in answers.errors[:20]:
        console.print(f"[red]{line}[/]")


def _write(name: str, found: list[Fared], watch: Watch, answers: Answers, *, pages: float) -> None:
    figures = {
        "pages_a_second": pages,
        "rates": [asdict(one) for one in found],
        "processes": {name: asdict(taken) for name, taken in watch.taken.items()},
        "told_to_wait": len(answers.wait),
        "no_answer": len(answers.away),
        "errors": answers.errors,
    }
    WRITTEN.mkdir(exist_ok=True)
    (WRITTEN / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
