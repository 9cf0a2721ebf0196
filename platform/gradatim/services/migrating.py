"""Bring the database to the schema that this code needs."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from gradatim.db import Sessions, connect, engine_for
from gradatim.errors import StartError
from gradatim.settings import Settings

LOCK = 0x6772_6164  # any number that nobody else uses on this PostgreSQL database


def upgrade(settings: Settings, *, to: str = "head") -> bool:
    """Run the migrations that are missing, one process at a time; whether there were any.

    Raises:
        StartError: the database is newer than this code.
    """
    config, engine = config_for(settings), engine_for(settings.database)
    try:
        with engine.connect() as connection, _alone(settings, connection):
            config.attributes["connection"] = connection
            before = _revision(connection)
            if to == "head":
                if before == head(settings.migrations_dir):
                    return False
                if before is not None and before not in _known(settings.migrations_dir):
                    raise StartError(_newer(before, settings))
            command.upgrade(config, to)
            connection.commit()
            return _revision(connection) != before
    except CommandError as error:
        raise StartError(f"the database does not fit this version of Gradatim: {error}") from error
    finally:
        engine.dispose()


def opened(settings: Settings) -> Sessions:
    """The database, for a command that neither waits for it nor brings it up to date.

    Raises:
        StartError: it is of another version than this code needs, or empty.
    """
    sessions = connect(settings.database)
    check(settings, sessions)
    return sessions


def check(settings: Settings, sessions: Sessions) -> None:
    """See that the database's version is the one that this code needs.

    Raises:
        StartError: it is older or newer. One line with what to do.
    """
    with sessions.engine.connect() as connection:
        found = _revision(connection)
    wanted = head(settings.migrations_dir)
    if found == wanted:
        return
    if found is not None and found not in _known(settings.migrations_dir):
        raise StartError(_newer(found, settings))
    what = "is empty" if found is None else f"is at version {found}, older than this Gradatim, which needs {wanted}"
    raise StartError(f"the database {what}: run `gradatim db upgrade`")


def _newer(found: str, settings: Settings) -> str:
    return (
        f"the database is at version {found}, newer than this Gradatim, which knows {head(settings.migrations_dir)}:"
        " start the newer Gradatim, or restore a backup of this one"
    )


@cache
def head(migrations: Path) -> str:
    """The version that this code needs."""
    return str(ScriptDirectory(str(migrations)).get_current_head())


@cache
def _known(migrations: Path) -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory(str(migrations)).walk_revisions())


def config_for(settings: Settings) -> Config:
    config = Config()
    config.set_main_option("script_location", str(settings.migrations_dir).replace("%", "%%"))
    return config


def head_of(settings: Settings) -> str:
    """The schema that this code needs."""
    return str(ScriptDirectory.from_config(config_for(settings)).get_current_head())


def revision_of(connection: Connection) -> str | None:
    """The schema that the database has; None where it has none."""
    return MigrationContext.configure(connection).get_current_revision()


def _revision(connection: Connection) -> str | None:
    found = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    return found


@contextmanager
def _alone(settings: Settings, connection: Connection) -> Iterator[None]:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        connection.commit()
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
            connection.commit()
        return
    settings.var_dir.mkdir(parents=True, exist_ok=True)
    with (settings.var_dir / "migrating.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
