"""`gradatim problem`: make, check and publish problems from folders."""

from __future__ import annotations

import click

from gradatim import db, settings
from gradatim.cli.place import problem_at
from gradatim.cli.text import visible
from gradatim.cli.trouble import Wrong, statuses
from gradatim_grader.problem import SLUG


@click.group()
def problem() -> None:
    """Problems as folders."""


@problem.command()
@click.argument("slug")
def new(slug: str) -> None:
    """Make a small working problem under problems/ to start from."""
    from gradatim.cli.template import write

    if not SLUG.fullmatch(slug):
        raise Wrong(f"{slug}: a problem's name is lower case words joined by hyphens, as in positional-encoding")
    folder = settings.load().problems_dir / slug
    if folder.exists():
        raise Wrong(f"{folder} exists already")
    write(folder)
    click.echo(f"Made {folder}. Edit it, then: gradatim problem check {slug}")


@problem.command()
@click.argument("name", metavar="PROBLEM")
def check(name: str) -> None:
    """Prove a problem: the reference passes, the starter fails, each pitfall is named as itself.

    Exit status: 0 proven; 1 it has faults, one line each; 2 it cannot be read; 3 the sandbox does not work.
    """
    with statuses():
        from gradatim.services.proving import faults
        from gradatim_grader import image
        from gradatim_grader.grader import Grader

        found = problem_at(name, settings=settings.load())
        image.ensure(click.echo)
        with Grader() as grader:
            count = 0
            for fault in faults(found, sandbox=grader):
                count += 1
                click.echo(visible(fault))
    if count:
        raise click.exceptions.Exit(1)
    click.echo(f"{found.slug} is proven: {len(found.facts.pitfalls)} pitfalls, each named as itself.")


@problem.command()
@click.argument("name", metavar="PROBLEM")
def publish(name: str) -> None:
    """Make a problem's folder its current version on the site."""
    from gradatim.cli.publishing import publish_one

    loaded = settings.load()
    with statuses():
        found = problem_at(name, settings=loaded)
        published = publish_one(db.connect(loaded.database), found)
    if published is None:
        raise click.exceptions.Exit(1)
    done = "is published" if published.is_new else "was published before"
    click.echo(f"{found.slug} {done}, version {published.digest[:12]}.")
