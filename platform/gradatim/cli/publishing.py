"""Publishing from folders: proves what is new, and starts the sandbox only for that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from gradatim.cli.text import visible
from gradatim.db import Sessions
from gradatim.errors import StartError
from gradatim.services import proving, publishing, sandboxes
from gradatim.services.publishing import Published, Unproven
from gradatim.settings import Settings
from gradatim_grader.errors import CheckerTrouble, GraderError, ProblemError
from gradatim_grader.problem import Problem, from_folder

if TYPE_CHECKING:
    from gradatim_grader.check.report import CheckProgress
    from gradatim_grader.grader import Grader


def publish_all(sessions: Sessions, *, settings: Settings) -> None:
    """Publish each folder under problems/ whose content is new and proven; a faulty one is said and left out.

    Mutants are left out here: they prove what else tests catch, and take longer than a start may.

    Content that was published before is left alone: its problem may have been taken further in the browser.

    Raises:
        StartError: the sandbox does not work.
    """
    new = []
    for folder in sorted(path for path in settings.problems_dir.glob("*") if path.is_dir()):
        try:
            problem = from_folder(folder)
        except ProblemError as error:
            click.echo(f"{folder.name} is not published: {visible(str(error))}", err=True)
            continue
        if not publishing.is_known(sessions, problem):
            new.append(problem)
    if not new:
        return
    ensure_sandbox()
    try:
        with sandboxes.grader(settings) as grader:
            for problem in new:
                click.echo(f"Proving and publishing {problem.slug}.")
                try:
                    publish_proven(sessions, problem, sandbox=grader, settings=settings, mutants=False)
                except CheckerTrouble as error:
                    click.echo(f"{problem.slug} is not published: {visible(str(error))}", err=True)
    except GraderError as error:
        raise StartError(f"the sandbox does not work: {error}") from error


def ensure_sandbox() -> None:
    """Raises StartError where the engine does not answer or cannot build the image."""
    from gradatim_grader import image

    try:
        image.ensure(click.echo)
    except GraderError as error:
        raise StartError(f"the sandbox does not work: {error}") from error


def publish_proven(
    sessions: Sessions,
    problem: Problem,
    *,
    sandbox: Grader,
    settings: Settings,
    mutants: bool,
    on_progress: Callable[[CheckProgress], None] = lambda _: None,
) -> Published | None:
    """Prove a problem and publish it; None where it has faults, which are said, one line each.

    Raises:
        EngineTrouble, CheckerTrouble: the sandbox could not run it.
    """
    with proving.alone(settings):
        if not proving.is_proven(problem, sandbox, settings=settings, mutants=mutants):
            report = proving.proof_of(problem, sandbox, settings=settings, mutants=mutants, on_progress=on_progress)
            for fault in report.faults:
                click.echo(visible(fault.line()), err=True)
            if report.faults:
                click.echo(f"{problem.slug} is not published.", err=True)
                return None
    try:
        return publishing.publish(sessions, problem, sandbox=sandbox)
    except Unproven as error:
        click.echo(f"{problem.slug} is not published: {visible(str(error))}", err=True)
        return None
