"""`gradatim problem`: make, check, publish and carry problems as folders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from gradatim import db, settings
from gradatim.cli.place import problem_at
from gradatim.cli.problem_check import check, checking
from gradatim.cli.trouble import Wrong, statuses
from gradatim.services import migrating, waiting
from gradatim.services.templates import TEMPLATES
from gradatim_grader.problem import SLUG


@click.group()
def problem() -> None:
    """Problems as folders."""


problem.add_command(check)


@problem.command(epilog=" ".join(f"{name}: {what}." for name, what in TEMPLATES.items()))
@click.argument("slug")
@click.option("--template", type=click.Choice(list(TEMPLATES)), default="function", show_default=True)
def new(slug: str, template: str) -> None:
    """Make a small working problem under problems/ to start from."""
    from gradatim.services.templates import write

    if not SLUG.fullmatch(slug):
        raise Wrong(f"{slug}: a problem's name is lower case words joined by hyphens, as in positional-encoding")
    folder = settings.load().problems_dir / slug
    if folder.exists():
        raise Wrong(f"{folder} exists already")
    write(template, folder)
    click.echo(f"Made {folder}. Edit it, then: gradatim problem check {slug}")


@problem.command()
@click.argument("name", metavar="PROBLEM", required=False)
@click.option("--all", "everything", is_flag=True, help="Each folder under problems/ whose content is new, unchecked.")
def publish(name: str | None, everything: bool) -> None:
    """Check a problem's folder and make it the current version on the site.

    Exit status: 0 published; 1 it has faults, one line each; 2 it cannot be read; 3 the sandbox does not work.
    """
    from gradatim.cli.publishing import publish_all, publish_proven

    if everything == (name is not None):
        raise click.UsageError("Name one PROBLEM, or say --all.")
    loaded = settings.load()
    if name is None:
        sessions = db.connect(loaded.database)
        waiting.wait_for_database(loaded, sessions, say=click.echo)
        migrating.check(loaded, sessions)
        waiting.wait_for_sandbox(loaded, say=click.echo)
        publish_all(sessions, settings=loaded)
        return
    sessions = migrating.opened(loaded)
    with statuses():
        found = problem_at(name, settings=loaded)
        with checking(loaded, quiet=False) as (grader, tell):
            published = publish_proven(sessions, found, sandbox=grader, settings=loaded, mutants=True, on_progress=tell)
    if published is None:
        raise click.exceptions.Exit(1)
    done = "is published" if published.is_new else "was published before"
    click.echo(f"{found.slug} {done}, version {published.digest[:12]}.")


@problem.command()
@click.argument("name", metavar="PROBLEM")
@click.option("--output", metavar="FILE", help="Where to write; SLUG.zip in this folder if not given, - for a pipe.")
def export(name: str, output: str | None) -> None:
    """Pack a problem's folder into a zip file; the same content always makes the same file."""
    from gradatim_grader.archive import packed

    with statuses():
        found = problem_at(name, settings=settings.load())
    content = packed(found)
    if output == "-":
        sys.stdout.buffer.write(content)
        return
    target = Path(output or f"{found.slug}.zip")
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    click.echo(f"Wrote {target}, version {found.digest[:12]}.")


@problem.command("import")
@click.argument("file", metavar="ZIP", type=click.Path(exists=True, dir_okay=False))
@click.option("--slug", default="", help="Its name; that of the folder in the zip if not given.")
def import_(file: str, slug: str) -> None:
    """Unpack a problem's zip file under problems/: all of it, or nothing where anything is wrong with it."""
    from gradatim_grader.archive import unpack_into

    parent = settings.load().problems_dir
    parent.mkdir(parents=True, exist_ok=True)
    with statuses(), Path(file).open("rb") as opened:
        made = unpack_into(parent, opened, name=Path(file).name, slug=slug)
    click.echo(f"Made {parent / made.slug}, version {made.digest[:12]}. Next: gradatim problem check {made.slug}")
