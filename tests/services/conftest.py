"""Every test of the services runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from gradatim import db
from gradatim.db import Sessions
from gradatim.models import Base
from gradatim.services import migrating
from gradatim_grader.problem import Problem
from tests.services import databases, making

TRIES = 5


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return databases.migrated_sqlite(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def migrated_postgres(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    migrating.upgrade(databases.settings_for(postgres_url, var=tmp_path_factory.mktemp("postgres")))
    return postgres_url


@pytest.fixture(params=databases.BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty, migrated database."""
    if request.param == "postgres":
        return str(request.getfixturevalue("migrated_postgres"))
    copy = tmp_path / "gradatim.sqlite3"
    shutil.copyfile(request.getfixturevalue("migrated_sqlite"), copy)
    return f"sqlite:///{copy}"


@pytest.fixture
def sessions(database_url: str) -> Iterator[Sessions]:
    opened = db.connect(database_url)
    yield opened
    if opened.engine.dialect.name == "postgresql":
        _empty(opened)
    opened.close()


def _empty(sessions: Sessions) -> None:
    names = ", ".join(table.name for table in Base.metadata.sorted_tables)
    for left in reversed(range(TRIES)):
        try:
            with sessions.begin() as session:
                session.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
                return
        except OperationalError:  # a deadlock with a worker's thread that comes late
            if not left:
                raise


@pytest.fixture
def problem(sessions: Sessions) -> Problem:
    """The problem `doubling`, published."""
    return making.published(sessions)
