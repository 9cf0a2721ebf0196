"""`make chaos`: many submissions while everything breaks. Afterwards each has exactly one verdict, the right one."""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from rich.console import Console

from gradatim_grader import image
from proof import ROOT
from proof.deployment import LOGS, Deployment, deployed
from proof.faults import Faults
from proof.programs import end_when_told
from proof.students import Answers, Attempt, Impolite, Student, attempts
from proof.witness import Witness

STUDENTS = 48
REST_SECONDS = 60.0


def main() -> int:
    """Exit status 1 where anything was lost, doubled, wrong or left behind."""
    asked = argparse.ArgumentParser(prog="python -m proof.chaos", description=__doc__)
    asked.add_argument("--submissions", type=int, default=500)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--seed", type=int, default=None, help="of an earlier time, to have the same again")
    asked.add_argument("--times", type=int, default=1, help="in a row")
    options = asked.parse_args()
    console = Console(highlight=False)
    end_when_told()
    tag = image.ensure(console.print)
    for number in range(options.times):
        seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
        console.print(f"Chaos {number + 1} of {options.times}, seed {seed}")
        with deployed(workers=options.workers, image=tag) as site:
            found = _once(site, console, submissions=options.submissions, seed=seed)
        for line in found:
            console.print(f"  [red]{line}[/]")
        if found:
            console.print(f"What web and workers said is in {LOGS.relative_to(ROOT)}.")
            return 1
    return 0


def _once(site: Deployment, console: Console, *, submissions: int, seed: int) -> list[str]:
    witness, answers, began = Witness(site.postgres.url), Answers(), time.monotonic()
    witness.watch()
    chosen = random.Random(seed).choices(attempts(), k=submissions)  # noqa: S311 - repeatable by its seed

    def tell(what: str) -> None:
        console.print(f"  {time.monotonic() - began:5.0f} s  {len(answers.sent):4d} sent  {what}")

    faults = Faults(site, seed=seed, tell=tell)
    faults.start()
    try:
        found = _everybody(site, answers, chosen)
    finally:
        faults.stop()
    tell("all verdicts are there")
    found += answers.errors
    found += witness.faults({attempt.source: attempt.expected for attempt in chosen}, answers.sent)
    site.stop()
    found += [f"container {number} was left behind" for number in site.engine.containers()]
    _summary(console, answers, faults, submissions)
    return found


def _everybody(site: Deployment, answers: Answers, chosen: list[Attempt]) -> list[str]:
    """Students, each with a share of the attempts, one after the other. What they complain of."""

    def student(number: int) -> list[str]:
        one = Student(site.url, answers, seed=number)
        complaints: list[str] = []
        for attempt in chosen[number::STUDENTS]:
            try:
                said = one.attempt(attempt.source)["verdict"]
            except Impolite as complaint:
                return [*complaints, f"student {number}: {complaint}"]
            if said not in attempt.expected.verdicts:
                complaints.append(f"student {number} read {said} instead of {'/'.join(attempt.expected.verdicts)}")
        return complaints

    with ThreadPoolExecutor(STUDENTS) as pool:
        try:
            return [line for lines in pool.map(student, range(STUDENTS)) for line in lines]
        finally:
            answers.over.set()  # or a Ctrl-C would wait for minutes until everybody has lost patience


def _summary(console: Console, answers: Answers, faults: Faults, submissions: int) -> None:
    done = ", ".join(f"{name} {times}x" for name, times in sorted(faults.done.items()))
    console.print(f"  {len(answers.sent)} of {submissions} taken; {done}")
    console.print(f"  students were told to wait {len(answers.wait)} times and got no answer {len(answers.away)} times")


if __name__ == "__main__":
    sys.exit(main())
