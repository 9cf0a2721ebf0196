"""Making a backup: one transaction that sees the database as it was at one moment, whatever goes on meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Connection, Table, func, inspect, select

from gradatim.db import engine_for, utc_now
from gradatim.models import Base, WorkerPresence
from gradatim.services import migrating
from gradatim.services.backups.file import BackupError, Head, Rows, TableHead, Tail, Writer, written
from gradatim.settings import Settings

AT_ONCE = 200  # rows of one piece
LEFT_OUT = {WorkerPresence.__tablename__}  # what tells of processes, which are others after a restore

# Told of each piece: the table, how many of its rows are done, how many there are.
Tell = Callable[[str, int, int], None]


def make(settings: Settings, path: Path, *, tell: Tell = lambda table, done, total: None) -> dict[str, int]:
    """Write all tables to a new file; how many rows of each.

    Raises:
        BackupError: the file exists, or the database is not of this version of the schema.
        OSError: the file cannot be written.
    """
    engine = engine_for(settings.database)
    try:
        with engine.connect().execution_options(**_one_moment(engine.dialect.name)) as connection, connection.begin():
            revision = _checked_revision(settings, connection)
            with written(path) as writer:
                return _write(writer, connection, revision, tell)
    finally:
        engine.dispose()


def tables() -> list[Table]:
    """All that a backup holds, in an order in which each refers only to those before it."""
    return [table for table in Base.metadata.sorted_tables if table.name not in LEFT_OUT]


def _one_moment(dialect: str) -> dict[str, Any]:
    """SQLite's reading transactions see one moment as they are."""
    return {} if dialect == "sqlite" else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


def _checked_revision(settings: Settings, connection: Connection) -> str:
    """The schema's; it must be this code's, and hold no table that this code does not know."""
    revision, needed = migrating.revision_of(connection), migrating.head_of(settings)
    if revision != needed:
        raise BackupError(
            f"the database has schema {revision or 'none'}, this version of Gradatim {needed}: run the Gradatim of that"
            " schema, or `gradatim db upgrade` where this one is newer"
        )
    strange = set(inspect(connection).get_table_names()) - set(Base.metadata.tables) - {"alembic_version"}
    if strange:
        raise BackupError(f"the database has tables that are none of Gradatim's: {', '.join(sorted(strange))}")
    return needed


def _write(writer: Writer, connection: Connection, revision: str, tell: Tell) -> dict[str, int]:
    writer.write(Head(revision, utc_now(), [str(table.name) for table in tables()]))
    counts = {}
    for table in tables():
        total = connection.scalar(select(func.count()).select_from(table)) or 0
        writer.write(TableHead(str(table.name), [str(column.name) for column in table.columns]))
        counts[str(table.name)] = 0
        for rows in _rows(connection, table):
            writer.write(Rows(rows))
            counts[str(table.name)] += len(rows)
            tell(table.name, counts[str(table.name)], total)
    writer.write(Tail(counts))
    return counts


def _rows(connection: Connection, table: Table) -> Iterator[list[list[Any]]]:
    found = connection.execute(select(table).order_by(*table.primary_key), execution_options={"yield_per": AT_ONCE})
    kept_as_text = [isinstance(column.type, JSON) for column in table.columns]
    for partition in found.partitions():
        yield [[_plain(value, as_text) for value, as_text in zip(row, kept_as_text, strict=True)] for row in partition]


def _plain(value: Any, as_text: bool) -> Any:
    """JSON stays text: it may hold whole numbers that MessagePack cannot."""
    return json.dumps(value) if as_text and value is not None else value
