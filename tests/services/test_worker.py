"""The worker process around the grader: whatever goes wrong, the submission gets its one verdict later."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from gradatim.db import Sessions
from gradatim.models import Kind, State, Submission
from gradatim.services import grading
from gradatim.services.notices import Finished, Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim_grader.errors import CheckerTrouble, EngineTrouble
from gradatim_grader.grader import Scope
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader

PATIENCE_SECONDS = 60.0
Start = Callable[[MemoryGrader], WorkerProcess]


@pytest.fixture
def queue(settings: Settings) -> Queue:
    return Queue(broker_for(settings))


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(database_url=database_url, var=tmp_path, grading_threads=2, sweep_seconds=0.1, lease_seconds=2)


@pytest.fixture
def notices() -> Notices:
    return Notices(told_here=True)


@pytest.fixture
def start(settings: Settings, sessions: Sessions, queue: Queue, notices: Notices) -> Iterator[Start]:
    started: list[WorkerProcess] = []

    def begin(grader: MemoryGrader) -> WorkerProcess:
        worker = WorkerProcess(settings, sessions=sessions, queue=queue, notices=notices, grader=grader)
        worker.start()
        started.append(worker)
        return worker

    yield begin
    for worker in started:
        worker.close()


def finished(sessions: Sessions, submission_id: int) -> Submission:
    """The submission, once it is done."""
    return until(sessions, submission_id, lambda found: found.state == State.DONE)


def until(sessions: Sessions, submission_id: int, holds: Callable[[Submission], bool]) -> Submission:
    pause = threading.Event()
    for _ in range(int(PATIENCE_SECONDS / 0.02)):
        with sessions.read() as session:
            found = session.get_one(Submission, submission_id)
        if holds(found):
            return found
        pause.wait(0.02)
    pytest.fail(f"submission {submission_id} is {found.state}: {found.waiting_reason}")


def eventually(holds: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(PATIENCE_SECONDS / 0.02)):
        if holds():
            return
        pause.wait(0.02)
    pytest.fail("it never came to that")


def test_a_message_brings_a_submission_its_verdict(
    sessions: Sessions, problem: Problem, queue: Queue, start: Start
) -> None:
    grader = MemoryGrader()
    start(grader)
    right, wrong = making.submitted(sessions), making.submitted(sessions, source=b"# verdict: failed\n")
    run = making.submitted(sessions, kind=Kind.RUN)
    for made in (right, wrong, run):
        queue.grade(made.id, kind=made.kind)
    assert finished(sessions, right.id).verdict == Verdict.PASSED
    assert finished(sessions, wrong.id).verdict == Verdict.FAILED
    assert finished(sessions, run.id).verdict == Verdict.PASSED
    assert sorted(scope for _, scope in grader.graded) == [Scope.RUN, Scope.SUBMIT, Scope.SUBMIT]


def test_many_messages_for_one_submission_grade_it_once(
    sessions: Sessions, problem: Problem, queue: Queue, start: Start
) -> None:
    grader = MemoryGrader()
    made = making.submitted(sessions)
    for _ in range(20):
        queue.grade(made.id, kind=Kind.SUBMIT)
    queue.grade(made.id + 100, kind=Kind.SUBMIT)  # never stored, or deleted since
    start(grader)
    assert finished(sessions, made.id).attempt == 1
    assert len(grader.graded) == 1


def test_what_was_queued_before_the_start_is_graded_without_any_message(
    sessions: Sessions, problem: Problem, start: Start
) -> None:
    made = [making.submitted(sessions) for _ in range(5)]
    start(MemoryGrader())
    assert {finished(sessions, one.id).verdict for one in made} == {Verdict.PASSED}


def test_engine_trouble_is_waited_out_and_counts_as_no_fault(
    sessions: Sessions, problem: Problem, start: Start
) -> None:
    grader = MemoryGrader()
    grader.trouble = [EngineTrouble("no engine")]
    made = making.submitted(sessions)
    start(grader)
    waiting = until(sessions, made.id, lambda found: found.waiting_reason != "")
    assert (waiting.state, waiting.waiting_reason) == (State.QUEUED, "no engine")
    _end_of_waiting(sessions)
    done = finished(sessions, made.id)
    assert (done.verdict, done.faults, done.waiting_reason) == (Verdict.PASSED, 0, "")


@pytest.mark.parametrize(
    "fault", [pytest.param(CheckerTrouble("it died"), id="the checker"), pytest.param(KeyError("x"), id="our code")]
)
def test_faults_of_ours_are_tried_again_and_then_said(
    sessions: Sessions, problem: Problem, start: Start, fault: Exception
) -> None:
    grader = MemoryGrader()
    grader.trouble = [fault] * grading.MAX_FAULTS
    made = making.submitted(sessions)
    start(grader)
    for faults in range(1, grading.MAX_FAULTS):
        until(sessions, made.id, lambda found, faults=faults: found.faults == faults)  # type: ignore[misc]
        _end_of_waiting(sessions)
    done = finished(sessions, made.id)
    assert (done.verdict, done.faults) == (Verdict.SYSTEM_ERROR, grading.MAX_FAULTS)
    assert making.submitted(sessions, user_id=made.user_id).state == State.QUEUED  # the student may go on


def test_a_lease_lasts_as_long_as_the_grading(sessions: Sessions, problem: Problem, start: Start) -> None:
    grader = MemoryGrader()
    grader.hold()
    made = making.submitted(sessions)
    start(grader)
    assert grader.busy.wait(PATIENCE_SECONDS)
    first = until(sessions, made.id, lambda found: found.state == State.CLAIMED).lease_until
    until(sessions, made.id, lambda found: found.state == State.CLAIMED and found.lease_until != first)
    grader.let_go.set()
    assert finished(sessions, made.id).attempt == 1


def test_a_worker_that_must_go_puts_back_what_it_is_grading(
    sessions: Sessions, problem: Problem, start: Start, settings: Settings, notices: Notices
) -> None:
    grader = MemoryGrader()
    grader.hold()
    made = making.submitted(sessions)
    leaving = start(grader)
    assert grader.busy.wait(PATIENCE_SECONDS)
    leaving.close()
    with sessions.read() as session:
        assert session.get_one(Submission, made.id).state == State.QUEUED
    next_one = WorkerProcess(
        settings, sessions=sessions, queue=Queue(broker_for(settings)), notices=notices, grader=MemoryGrader()
    )
    next_one.start()
    done = finished(sessions, made.id)
    next_one.close()
    assert (done.verdict, done.attempt, done.faults) == (Verdict.PASSED, 2, 0)


def test_a_verdict_that_comes_late_is_not_stored(
    sessions: Sessions, problem: Problem, start: Start, queue: Queue
) -> None:
    grader = MemoryGrader()
    grader.hold()
    made = making.submitted(sessions, source=b"# verdict: error\n")
    start(grader)
    assert grader.busy.wait(PATIENCE_SECONDS)
    with sessions.begin() as session:  # as if it had been frozen and somebody else had finished meanwhile
        session.execute(
            text(
                "UPDATE submissions SET state = 'done', verdict = 'passed', attempt = 9, claimed_by = NULL,"
                " lease_until = NULL, finished_at = created_at"
            )
        )
    grader.let_go.set()
    second = making.submitted(sessions)
    queue.grade(second.id, kind=Kind.SUBMIT)
    finished(sessions, second.id)
    found = finished(sessions, made.id)
    assert (found.verdict, found.attempt) == (Verdict.PASSED, 9)


def test_whoever_watches_is_told_of_each_step(
    sessions: Sessions, problem: Problem, start: Start, notices: Notices
) -> None:
    made = making.submitted(sessions)
    with notices.watch(made.id) as watch:
        start(MemoryGrader())
        watch.wait(timeout_seconds=PATIENCE_SECONDS)
        finished(sessions, made.id)
        assert watch.finished in (None, (Finished("Doubles", "passed"),))


def _end_of_waiting(sessions: Sessions) -> None:
    with sessions.begin() as session:
        session.execute(text("UPDATE submissions SET not_before = created_at"))
