"""`gradatim backup` and `gradatim restore`: all that the database holds, as one file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from gradatim import settings
from gradatim.services.backups import making, restoring
from gradatim.services.backups.making import Tell


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write everything that the database holds into FILE, as it is at one moment, while the site runs.

    FILE is as secret as the database. The key that signs cookies is not in it: keep var/secret_key, or
    GRADATIM_SECRET_KEY, as well, or everybody has to sign in again and guests lose what they did.
    """
    with _told("Backing up") as tell:
        counts = making.make(settings.load(), file, tell=tell)
    click.echo(f"{file}: {_in_words(counts)}, {file.stat().st_size:,} bytes.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def restore(file: Path) -> None:
    """Fill an empty database from FILE, whichever of the two databases it was made from. All of it, or nothing."""
    with _told("Restoring") as tell:
        counts = restoring.restore(settings.load(), file, tell=tell)
    click.echo(f"Restored {_in_words(counts)}.")


def _in_words(counts: dict[str, int]) -> str:
    return f"{sum(counts.values()):,} rows of {len(counts)} tables"


@contextmanager
def _told(doing: str) -> Iterator[Tell]:
    """A line on standard error that changes, where somebody looks at a terminal."""
    with Console(stderr=True).status(doing) as status:

        def tell(table: str, done: int, total: int) -> None:
            status.update(f"{doing}: {table}, {done:,} of {total:,}")

        yield tell
