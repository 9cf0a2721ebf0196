"""The database: engine and sessions, without Flask. SQLite on one machine, PostgreSQL on many.

A session of `Sessions.begin()` writes and commits; one of `Sessions.read()` only reads. Neither is ever held open
while something slow happens.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from sqlalchemy import (
    Connection,
    DateTime,
    Dialect,
    Engine,
    Text,
    create_engine,
    event,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import Session, scoped_session, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.types import TypeDecorator

# Gone, locked, full, restarting, or every connection in use; not a mistake in a statement.
UNREACHABLE = (OperationalError, InterfaceError, NoConnection)
CONNECTIONS = 10
WAIT_SECONDS = 10  # for a connection; transactions are short, so that ten serve many threads
IDLE_MS = 60_000  # a transaction that does nothing for so long is a process that hangs: it loses its locks
Scoped = scoped_session[Session]  # one session for each request, say: see `Sessions.scoped`
BUSY_MS = 10_000  # how long an SQLite writer waits for another


def utc_now() -> datetime:
    return datetime.now(UTC)


def now_in(session: Session) -> datetime:
    """The time by the database's clock, the one that all machines share. Whatever a moment decides is decided by it:
    how long a lease is good, when something is due. SQLite has the clock of its only machine.
    """
    if session.get_bind().dialect.name == "sqlite":
        return utc_now()
    return session.scalars(select(func.clock_timestamp(type_=UtcDateTime()))).one()


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, with its zone, also where the database keeps none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def storable(text: str) -> str:
    """Text that every database and every page can hold: NUL is made visible, lone surrogates are replaced."""
    return text.replace("\0", "\N{SYMBOL FOR NULL}").encode("utf-8", "replace").decode()


class AnyText(TypeDecorator[str]):
    """Text from strangers; see `storable`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(value)


class Sessions:
    """Makes sessions on one engine. Safe to share between threads, not between processes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # No autoflush: half of a change, written because something else was read, would break the tables' constraints.
        self._reading = sessionmaker(engine, expire_on_commit=False, autoflush=False)
        writing = engine.execution_options(writes=True)
        self._writing = sessionmaker(writing, expire_on_commit=False, autoflush=False)
        # SQLite lets one write and has the others ask again after a nap, in no order: of many threads some would ask
        # in vain for as long as it has patience. So the threads of a process wait for each other here, and what SQLite
        # sees is one writer of each process.
        local = engine.dialect.name == "sqlite"
        self._turn: AbstractContextManager[object] = threading.RLock() if local else nullcontext()

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """One transaction that writes: committed at the end, rolled back on an error."""
        with self._turn, self._writing.begin() as session:
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One transaction that reads. What it returned stays readable after it, as far as it was loaded."""
        with self._reading() as session:
            yield session

    def scoped(self, *, writes: Callable[[], bool], scope: Callable[[], int]) -> Scoped:
        """One session for each value of `scope`, that writes where `writes` says so when it is first used."""

        def opened() -> Session:
            return self._writing() if writes() else self._reading()

        return scoped_session(cast("sessionmaker[Session]", opened), scopefunc=scope)

    def close(self) -> None:
        self.engine.dispose()


def reason_of(error: Exception) -> str:
    """What the database said, in one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def connect(url: str, *, connections: int = CONNECTIONS) -> Sessions:
    """Sessions on the database at `url`, over at most so many connections. Opens none yet."""
    return Sessions(engine_for(url, connections=connections))


def engine_for(url: str, *, connections: int = CONNECTIONS) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(
            parsed,
            pool_pre_ping=True,  # a server that was restarted costs nobody an error
            pool_recycle=1800,  # nor does a firewall that forgets
            pool_size=connections,
            max_overflow=0,  # PostgreSQL has so many for all processes together
            pool_timeout=WAIT_SECONDS,
            pool_use_lifo=True,
            connect_args={
                "connect_timeout": WAIT_SECONDS,
                "application_name": "gradatim",
                "options": f"-c idle_in_transaction_session_timeout={IDLE_MS}",
            },
        )
    if parsed.database:
        _make_private(Path(parsed.database))
    engine = create_engine(parsed, pool_size=10, max_overflow=90, connect_args={"timeout": BUSY_MS / 1000})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_private(path: Path) -> None:
    """Make the file if it is new, for its owner alone; what SQLite puts beside it is as private."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def trouble_of(sessions: Sessions) -> str | None:
    """Why the database does not answer, or None."""
    try:
        with sessions.read() as session:
            session.execute(text("SELECT 1"))
    except UNREACHABLE as error:
        return reason_of(error)
    return None


def _prepare_sqlite(connection: Any, record: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver would begin by itself, too late and never IMMEDIATE
    for pragma in (f"busy_timeout = {BUSY_MS}", "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later can fail at once where another wrote in between; one that
    # takes the write lock when it begins waits its turn.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
