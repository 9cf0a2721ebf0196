"""A site in memory's reach: SQLite, and a grader that runs nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from gradatim import db
from gradatim.app import create_app
from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts, logs
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim_grader.problem import Problem
from tests.services import databases, making
from tests.services.fakes import MemoryGrader, Outbox
from tests.web.visiting import PASSWORD, Visitor


@pytest.fixture(scope="session", autouse=True)
def plain_log() -> None:
    logs.configure()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return databases.migrated_sqlite(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture
def settings(migrated_sqlite: Path, tmp_path: Path) -> Settings:
    copy = tmp_path / "gradatim.sqlite3"
    shutil.copyfile(migrated_sqlite, copy)
    return Settings(database_url=f"sqlite:///{copy}", var=tmp_path, sweep_seconds=0.1)


@pytest.fixture
def sessions(settings: Settings) -> Iterator[Sessions]:
    opened = db.connect(settings.database)
    yield opened
    opened.close()


@pytest.fixture
def queue(settings: Settings) -> Queue:
    return Queue(broker_for(settings))


@pytest.fixture
def notices() -> Notices:
    return Notices(told_here=True)


@pytest.fixture
def problem(sessions: Sessions) -> Problem:
    """The problem `doubling`, published."""
    return making.published(sessions)


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """For sockets, whose paths hold 107 bytes: pytest's own folders have long names."""
    with tempfile.TemporaryDirectory(prefix="gradatim-") as folder:
        yield Path(folder)


@pytest.fixture
def app(settings: Settings, sessions: Sessions, queue: Queue, notices: Notices) -> Flask:
    return create_app(settings, sessions=sessions, queue=queue, notices=notices)


@pytest.fixture
def outbox() -> Outbox:
    return Outbox()


@pytest.fixture
def mailing(settings: Settings, sessions: Sessions, outbox: Outbox) -> Flask:
    """The site as it is where it sends mail."""
    public = settings.model_copy(update={"public_url": "http://learn.example"})
    return create_app(public, sessions=sessions, mailer=outbox)


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Somebody's browser, with cookies of its own."""
    return Visitor(app.test_client())


@pytest.fixture
def other(app: Flask) -> Visitor:
    """Somebody else's browser."""
    return Visitor(app.test_client())


@pytest.fixture
def member(app: Flask, sessions: Sessions) -> Callable[[RoleName], Visitor]:
    """Makes a browser in which somebody of that role has signed in."""

    def make(role: RoleName) -> Visitor:
        email = f"{role}@example.org"
        accounts.create_user(sessions, email=email, role=role, password=PASSWORD)
        visitor = Visitor(app.test_client())
        assert visitor.sign_in(email).status_code == 302
        return visitor

    return make


@pytest.fixture
def grader(settings: Settings, sessions: Sessions, queue: Queue, notices: Notices) -> Iterator[MemoryGrader]:
    """The site's worker, started."""
    grader = MemoryGrader()
    worker = WorkerProcess(settings, sessions=sessions, queue=queue, notices=notices, grader=grader)
    worker.start()
    yield grader
    worker.close()
