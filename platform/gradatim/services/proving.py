"""Proving problems as this site does: with its renderer, and with findings kept between checks."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gradatim.settings import Settings
from gradatim_grader.problem import Problem

if TYPE_CHECKING:
    from gradatim_grader.check.bench import Sandbox
    from gradatim_grader.check.report import CheckProgress, CheckReport


def proof_of(
    problem: Problem,
    sandbox: Sandbox,
    *,
    settings: Settings,
    mutants: bool = True,
    on_progress: Callable[[CheckProgress], None] = lambda _: None,
) -> CheckReport:
    """Check a problem; see `gradatim_grader.check`. Raises EngineTrouble, CheckerTrouble."""
    from gradatim.services import rendering
    from gradatim_grader.check import check  # takes a moment that quick commands do not have

    return check(
        problem,
        sandbox,
        on_progress=on_progress,
        render=rendering.render,
        known=settings.findings_dir,
        mutants=mutants,
    )


def is_proven(problem: Problem, sandbox: Sandbox, *, settings: Settings, mutants: bool) -> bool:
    """Whether this content was proven on this machine before, by the same check in the same sandbox."""
    from gradatim_grader.check.proofs import Proofs

    return Proofs(settings.findings_dir, environment=sandbox.environment).hold(problem, mutants=mutants)


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Let one process prove at a time, of those that share findings: the next finds what this one found out."""
    settings.findings_dir.mkdir(parents=True, exist_ok=True)
    folder = os.open(settings.findings_dir, os.O_RDONLY)  # the folder itself is the lock: no file to leave behind
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
