"""`gradatim db`: the database's schema."""

from __future__ import annotations

import click

from gradatim import db, settings
from gradatim.services import migrating, waiting


@click.group("db")
def database() -> None:
    """The database."""


@database.command()
def upgrade() -> None:
    """Bring the schema to what this version needs. Safe to repeat."""
    loaded = settings.load()
    sessions = db.connect(loaded.database)
    waiting.wait_for_database(loaded, sessions, say=lambda line: click.echo(line, err=True))
    sessions.close()
    changed = migrating.upgrade(loaded)
    click.echo("The database was upgraded." if changed else "The database is up to date.")
