"""Publishing from folders: starts the sandbox only where something is new."""

from __future__ import annotations

import click

from gradatim import settings
from gradatim.cli.text import visible
from gradatim.db import Sessions
from gradatim.errors import StartError
from gradatim.services import publishing, sandboxes
from gradatim.services.publishing import Published, Unproven
from gradatim.settings import Settings
from gradatim_grader.errors import GraderError, ProblemError
from gradatim_grader.problem import Problem, from_folder


def publish_all(sessions: Sessions, *, settings: Settings) -> None:
    """Publish each folder under problems/ whose content is new; a faulty one is said and left out.

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
    try:
        for problem in new:
            click.echo(f"Publishing {problem.slug}.")
            publish_one(sessions, problem)
    except GraderError as error:
        raise StartError(f"the sandbox does not work: {error}") from error


def ensure_sandbox() -> None:
    """Raises StartError where the engine does not answer or cannot build the image."""
    from gradatim_grader import image

    try:
        image.ensure(click.echo)
    except GraderError as error:
        raise StartError(f"the sandbox does not work: {error}") from error


def publish_one(sessions: Sessions, problem: Problem) -> Published | None:
    """Publish one problem; None where its reference fails, which is said. Raises EngineTrouble, CheckerTrouble."""
    from gradatim_grader import image

    image.ensure(click.echo)
    with sandboxes.grader(settings.load()) as grader:
        try:
            return publishing.publish(sessions, problem, sandbox=grader)
        except Unproven as error:
            click.echo(f"{problem.slug} is not published: {visible(str(error))}", err=True)
            return None
