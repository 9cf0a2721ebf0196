"""`gradatim db`: the database's schema."""

from __future__ import annotations

import click

from gradatim import settings
from gradatim.services import migrating


@click.group("db")
def database() -> None:
    """The database."""


@database.command()
def upgrade() -> None:
    """Bring the schema to what this version needs. Safe to repeat."""
    changed = migrating.upgrade(settings.load())
    click.echo("The database was upgraded." if changed else "The database is up to date.")
