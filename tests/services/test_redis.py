"""Web and workers apart: the same actors over Redis, and nothing lost when it forgets everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from gradatim.db import Sessions
from gradatim.models import Kind
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader
from tests.services.test_worker import finished


@pytest.fixture
def settings(database_url: str, redis_url: str, tmp_path: Path) -> Settings:
    return Settings(database_url=database_url, broker_url=redis_url, var=tmp_path, sweep_seconds=0.1)


@pytest.fixture
def grader(settings: Settings, sessions: Sessions) -> Iterator[MemoryGrader]:
    """What a worker process at the other end of Redis grades with."""
    grader = MemoryGrader()
    worker = WorkerProcess(
        settings,
        sessions=sessions,
        queue=Queue(broker_for(settings)),
        notices=Notices(told_here=False),
        grader=grader,
    )
    worker.start()
    yield grader
    worker.close()


def test_a_message_reaches_a_worker_through_redis(
    settings: Settings, sessions: Sessions, problem: Problem, grader: MemoryGrader
) -> None:
    made = making.submitted(sessions, source=b"# verdict: failed\n")
    Queue(broker_for(settings)).grade(made.id, kind=Kind.SUBMIT)
    assert finished(sessions, made.id).verdict == Verdict.FAILED


def test_a_submission_whose_message_redis_forgot_is_graded_all_the_same(
    settings: Settings, redis_url: str, sessions: Sessions, problem: Problem
) -> None:
    made = making.submitted(sessions)
    queue = Queue(broker_for(settings))
    queue.grade(made.id, kind=Kind.SUBMIT)
    redis.Redis.from_url(redis_url).flushall()
    with sessions.begin() as session:
        session.merge(made).not_before = made.created_at  # its grace is over
    worker = WorkerProcess(
        settings, sessions=sessions, queue=queue, notices=Notices(told_here=False), grader=MemoryGrader()
    )
    worker.start()
    done = finished(sessions, made.id)
    worker.close()
    assert (done.verdict, done.attempt) == (Verdict.PASSED, 1)


def test_a_broker_that_is_gone_costs_whoever_submits_no_error(sessions: Sessions, problem: Problem) -> None:
    nowhere = Settings(broker_url="redis://127.0.0.1:1/0")
    made = making.submitted(sessions)
    Queue(broker_for(nowhere)).grade(made.id, kind=Kind.SUBMIT)
