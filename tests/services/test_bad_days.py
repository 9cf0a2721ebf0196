"""Bad days of a database: many who write at once, a full disk, a claim whose worker must not sit on a transaction."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, func, select, text
from sqlalchemy.engine import ExceptionContext

from gradatim import db
from gradatim.db import Sessions
from gradatim.models import AuditEvent, Kind, State, Submission
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, Verdict
from tests.services import databases, making
from tests.services.fakes import MemoryGrader, report_of
from tests.services.test_worker import eventually, finished

WRITERS, WRITES = 48, 12
SQLITE, POSTGRES = databases.BOTH


def test_many_threads_that_write_at_once_all_do(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds its transaction a while, so that together they take far longer than SQLite's own patience."""
    monkeypatch.setattr(db, "BUSY_MS", 200)
    crowded = db.connect(sessions.engine.url.render_as_string(hide_password=False))
    pause = threading.Event()

    def write(number: int) -> None:
        for _ in range(WRITES):
            with crowded.begin() as session:
                session.scalar(select(func.count()).select_from(AuditEvent))
                session.add(AuditEvent(action="write", subject=str(number)))
                session.flush()
                pause.wait(0.002)

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    with crowded.read() as session:
        assert session.scalar(select(func.count()).select_from(AuditEvent)) == WRITERS * WRITES
    crowded.close()


def test_a_reader_never_waits_for_a_writer(sessions: Sessions) -> None:
    with sessions.begin() as writing:
        writing.add(AuditEvent(action="write", subject="x"))
        writing.flush()
        with sessions.read() as reading:
            assert reading.scalar(select(func.count()).select_from(AuditEvent)) == 0


def test_no_transaction_is_held_while_grading(
    sessions: Sessions, problem: Problem, database_url: str, tmp_path: Path
) -> None:
    """Neither a transaction nor a connection: they are counted by the thread that has them."""
    held: dict[int, int] = {}
    while_grading: list[int] = []

    def taken(*_: object) -> None:
        held[threading.get_ident()] = held.get(threading.get_ident(), 0) + 1

    def given_back(*_: object) -> None:
        held[threading.get_ident()] -= 1

    event.listen(sessions.engine, "checkout", taken)
    event.listen(sessions.engine, "checkin", given_back)

    class Counting(MemoryGrader):
        def grade(self, problem: Problem, source: bytes, **more: Any) -> Report:
            while_grading.append(held[threading.get_ident()])
            return report_of(problem, verdict=Verdict.PASSED)

    with working(sessions, Counting(), database_url, tmp_path) as queue:
        made = making.submitted(sessions)
        queue.grade(made.id, kind=Kind.SUBMIT)
        finished(sessions, made.id)
    assert while_grading == [0]


class LongReport(MemoryGrader):
    """Its verdict needs more room than a full disk has left."""

    def grade(self, problem: Problem, source: bytes, **more: Any) -> Report:
        return msgspec.structs.replace(super().grade(problem, source, **more), stdout="x" * 100_000)


@pytest.mark.parametrize("database_url", [SQLITE], indirect=True)
def test_on_a_full_disk_nothing_is_promised_and_nothing_that_was_stored_is_lost(
    sessions: Sessions, problem: Problem, database_url: str, tmp_path: Path
) -> None:
    """The verdict that found no room comes once there is some."""
    made = making.submitted(sessions)
    grader = LongReport()
    grader.hold()
    with working(sessions, grader, database_url, tmp_path) as queue:
        queue.grade(made.id, kind=Kind.SUBMIT)
        assert grader.busy.wait(60)
        with full_disk(sessions) as refused:
            with pytest.raises(db.UNREACHABLE, match="full"):
                making.submitted(sessions, source=b"# " + b"x" * 60_000)
            before = len(refused)
            grader.let_go.set()
            eventually(lambda: len(refused) > before)
        done = finished(sessions, made.id)
    assert (done.verdict, len(done.stdout)) == (Verdict.PASSED, 100_000)
    with sessions.read() as session:
        assert session.scalar(select(func.count()).select_from(Submission)) == 1


@pytest.mark.parametrize("database_url", [POSTGRES], indirect=True)
def test_a_full_disk_of_postgresql_is_a_trouble_that_passes(sessions: Sessions, problem: Problem) -> None:
    with sessions.begin() as session:
        session.execute(
            text(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                " RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
            )
        )
        session.execute(text("CREATE TRIGGER full_disk BEFORE INSERT ON submissions EXECUTE FUNCTION full_disk()"))
    try:
        with pytest.raises(db.UNREACHABLE, match="could not extend file"):
            making.submitted(sessions)
    finally:
        with sessions.begin() as session:
            session.execute(text("DROP FUNCTION full_disk CASCADE"))
    assert making.submitted(sessions).state == State.QUEUED


def test_two_workers_with_one_name_grade_everything_once(
    sessions: Sessions, problem: Problem, database_url: str, tmp_path: Path
) -> None:
    """The name is for people. Claims are by attempt, so that each submission is graded by one of the two."""
    graders = [MemoryGrader(), MemoryGrader()]
    made = [making.submitted(sessions) for _ in range(12)]
    with (
        working(sessions, graders[0], database_url, tmp_path) as first,
        working(sessions, graders[1], database_url, tmp_path) as second,
    ):
        for one in made:
            for queue in (first, second):
                queue.grade(one.id, kind=Kind.SUBMIT)
        done = [finished(sessions, one.id) for one in made]
    assert {(one.verdict, one.attempt) for one in done} == {(Verdict.PASSED, 1)}
    assert sum(len(grader.graded) for grader in graders) == len(made)


@contextmanager
def working(sessions: Sessions, grader: MemoryGrader, database_url: str, var: Path) -> Iterator[Queue]:
    settings = Settings(
        database_url=database_url, var=var, worker_name="same", sweep_seconds=0.1, lease_seconds=1, grading_threads=2
    )
    queue = Queue(broker_for(settings))
    worker = WorkerProcess(settings, sessions=sessions, queue=queue, notices=Notices(told_here=True), grader=grader)
    worker.start()
    try:
        yield queue
    finally:
        worker.close()


@contextmanager
def full_disk(sessions: Sessions) -> Iterator[list[str]]:
    """SQLite's own way to have no room: the file may not grow beyond what it is. Gives what was refused so far."""
    refused: list[str] = []

    def limit(connection: Any, *_: object) -> None:
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    def lift(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1073741823")

    def note(context: ExceptionContext) -> None:
        refused.append(str(context.original_exception))

    event.listen(sessions.engine, "checkout", limit)
    event.listen(sessions.engine, "handle_error", note)
    try:
        yield refused
    finally:
        event.remove(sessions.engine, "checkout", limit)
        event.listen(sessions.engine, "checkout", lift)
