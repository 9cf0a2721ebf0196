"""Restoring a backup into an empty database: all of it in one transaction, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Connection, Table, func, insert, inspect, select, text

from gradatim.db import engine_for
from gradatim.models import Base, Role
from gradatim.services import migrating
from gradatim.services.backups.file import BackupError, Head, Piece, Rows, TableHead, pieces
from gradatim.services.backups.making import LEFT_OUT, Tell
from gradatim.settings import Settings

# May hold something in a database that is empty otherwise: workers that wait for it, and what every site has.
MAY_HOLD = LEFT_OUT | {Role.__tablename__}


def restore(settings: Settings, path: Path, *, tell: Tell = lambda table, done, total: None) -> dict[str, int]:
    """Fill an empty database from a file, after bringing it to this version's schema; how many rows of each table.

    The whole file is read once before anything is written.

    Raises:
        BackupError: the file is broken or of another version of the schema, or the database is not empty.
        OSError: the file cannot be read.
    """
    head, counts = _checked(path)
    needed = migrating.head_of(settings)
    if head.revision != needed:
        raise BackupError(
            f"{path} is of schema {head.revision}, this version of Gradatim has {needed}: restore it with the version"
            " that made it, then upgrade"
        )
    _check_empty(settings)
    migrating.upgrade(settings)
    engine = engine_for(settings.database)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            _refuse_full(connection)  # again: somebody may have been quicker
            for table in reversed(Base.metadata.sorted_tables):
                connection.execute(table.delete())
            _load(connection, pieces(path), counts, tell)
            if connection.dialect.name == "postgresql":
                _set_sequences(connection)
    finally:
        engine.dispose()
    return counts


def _checked(path: Path) -> tuple[Head, dict[str, int]]:
    """The head, and how many rows of each table there really are."""
    head, counts, table, told = None, dict[str, int](), "", dict[str, int]()
    for piece in pieces(path):
        if isinstance(piece, Head):
            head = piece
        elif isinstance(piece, TableHead):
            table = piece.name
            counts[table] = 0
        elif isinstance(piece, Rows):
            counts[table] = counts.get(table, 0) + len(piece.rows)
        else:
            told = piece.counts
    if head is None or counts != told:
        raise BackupError(f"{path} is broken: it does not hold what it says")
    return head, counts


def _check_empty(settings: Settings) -> None:
    """Before its schema is changed: what is not empty is not ours to change."""
    engine = engine_for(settings.database)
    try:
        with engine.connect() as connection:
            _refuse_full(connection)
    finally:
        engine.dispose()


def _refuse_full(connection: Connection) -> None:
    there = set(inspect(connection).get_table_names()) - {"alembic_version"}
    strange = there - set(Base.metadata.tables)
    if strange:
        raise BackupError(f"the database has tables that are none of Gradatim's: {', '.join(sorted(strange))}")
    for table in Base.metadata.sorted_tables:
        if table.name in there - MAY_HOLD and connection.scalar(select(func.count()).select_from(table)):
            raise BackupError(f"the database is not empty: there are {table.name}; nothing was changed")


def _load(connection: Connection, from_file: Iterator[Piece], counts: dict[str, int], tell: Tell) -> None:
    table, columns, done = None, list[str](), 0
    for piece in from_file:
        if isinstance(piece, TableHead):
            table, columns, done = _table(piece), piece.columns, 0
        elif isinstance(piece, Rows) and table is not None:
            connection.execute(insert(table), [_values(table, columns, row) for row in piece.rows])
            done += len(piece.rows)
            tell(table.name, done, counts[table.name])


def _table(head: TableHead) -> Table:
    table = Base.metadata.tables.get(head.name)
    if table is None or set(head.columns) != {column.name for column in table.columns}:
        raise BackupError(f"the backup's table {head.name} is not as this version of Gradatim has it")
    return table


def _values(table: Table, columns: list[str], row: list[Any]) -> dict[str, Any]:
    values = dict(zip(columns, row, strict=True))
    for column in table.columns:
        if isinstance(column.type, JSON) and values[column.name] is not None:
            values[column.name] = json.loads(values[column.name])
    return values


def _set_sequences(connection: Connection) -> None:
    """PostgreSQL counts apart from its tables: the next row must not get a number that is taken."""
    for table in Base.metadata.sorted_tables:
        counted = table.autoincrement_column
        if counted is None:
            continue
        sequence = connection.scalar(
            text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": counted.name}
        )
        if sequence is not None:
            highest = connection.scalar(select(func.max(counted)))
            connection.execute(
                text("SELECT setval(:sequence, :last, :taken)"),
                {"sequence": sequence, "last": highest or 1, "taken": highest is not None},
            )
