"""Draining a worker: it finishes what it has, takes nothing more, and goes on when it may."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import AuditEvent, Kind, RoleName, State, Submission
from gradatim.services import accounts, presence, workers
from gradatim.services.notices import Notices
from gradatim.services.presence import Doing
from gradatim.services.queue import Queue, broker_for
from gradatim.services.workers import NoSuchWorker, SeenWorker, WorkerState
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim_grader.problem import Problem
from tests.services import making
from tests.services.fakes import MemoryGrader
from tests.services.test_worker import PATIENCE_SECONDS, eventually, finished


@pytest.fixture(params=["in this process", "over Redis"])
def settings(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> Settings:
    broker = "" if request.param == "in this process" else request.getfixturevalue("redis_url")
    return Settings(
        database_url=database_url,
        broker_url=broker,
        var=tmp_path,
        grading_threads=1,
        sweep_seconds=0.1,
        lease_seconds=1,
    )


@pytest.fixture
def queue(settings: Settings) -> Queue:
    return Queue(broker_for(settings))


@pytest.fixture
def grader() -> MemoryGrader:
    held = MemoryGrader()
    held.hold()
    return held


@pytest.fixture
def worker(settings: Settings, sessions: Sessions, queue: Queue, grader: MemoryGrader) -> Iterator[WorkerProcess]:
    process = WorkerProcess(
        settings, sessions=sessions, queue=queue, notices=Notices(told_here=settings.embedded), grader=grader
    )
    process.start()
    yield process
    process.close()


def seen(sessions: Sessions, worker: WorkerProcess) -> SeenWorker | None:
    return next((each for each in workers.listed(sessions) if each.told.owner == worker.owner), None)


def state_of(sessions: Sessions, submission_id: int) -> State:
    with sessions.read() as session:
        return session.get_one(Submission, submission_id).state


def test_a_drained_worker_finishes_what_it_has_and_takes_again_when_it_may(
    sessions: Sessions, problem: Problem, queue: Queue, grader: MemoryGrader, worker: WorkerProcess
) -> None:
    ann, _ = accounts.create_user(sessions, email="ann@example.org", role=RoleName.ADMIN)
    first = making.submitted(sessions).id
    queue.grade(first, kind=Kind.SUBMIT)
    assert grader.busy.wait(PATIENCE_SECONDS)
    second = making.submitted(sessions).id
    queue.grade(second, kind=Kind.SUBMIT)

    workers.set_draining(sessions, worker.owner, True, actor_id=ann.id)
    eventually(lambda: not worker.is_taking)
    grader.let_go.set()
    finished(sessions, first)
    eventually(lambda: (now := seen(sessions, worker)) is not None and now.state is WorkerState.DRAINED)
    assert state_of(sessions, second) == State.QUEUED

    workers.set_draining(sessions, worker.owner, False, actor_id=ann.id)
    finished(sessions, second)
    with sessions.read() as session:
        actions = session.scalars(select(AuditEvent.action).where(AuditEvent.subject.startswith("worker ")))
        assert list(actions) == ["worker.drain", "worker.resume"]


def test_a_worker_tells_what_it_does_and_is_gone_when_it_ends(
    sessions: Sessions, problem: Problem, queue: Queue, grader: MemoryGrader, worker: WorkerProcess
) -> None:
    made = making.submitted(sessions).id
    queue.grade(made, kind=Kind.SUBMIT)
    eventually(lambda: (now := seen(sessions, worker)) is not None and now.told.grading == 1)
    told = seen(sessions, worker)
    assert told is not None
    assert (told.state, told.told.threads, told.told.pool_json["waiting"]) == (WorkerState.TAKING, 1, 2)
    grader.let_go.set()
    worker.close()
    assert seen(sessions, worker) is None


def test_who_has_not_heard_of_it_yet_is_not_called_drained(sessions: Sessions) -> None:
    """It holds nothing at its beat and may take something before the next, by which it hears of it."""
    ann, _ = accounts.create_user(sessions, email="ann@example.org", role=RoleName.ADMIN)
    states: list[WorkerState] = []
    for taking in (True, True, False):
        presence.beat(sessions, owner="w", name="w", doing=Doing(pool={"taking": taking}))
        if not states:
            workers.set_draining(sessions, "w", True, actor_id=ann.id)
        states.append(workers.listed(sessions)[0].state)
    assert states == [WorkerState.DRAINING, WorkerState.DRAINING, WorkerState.DRAINED]


def test_a_worker_that_is_not_there_cannot_be_drained(sessions: Sessions) -> None:
    with pytest.raises(NoSuchWorker):
        workers.set_draining(sessions, "nobody", True, actor_id=1)
