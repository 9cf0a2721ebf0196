"""Calling a submission off: no verdict comes of it, whoever has begun with it, and it buys nobody more workers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from gradatim.db import Sessions
from gradatim.errors import NoSuchSubmission, TooManyPending
from gradatim.models import Kind, State, Submission
from gradatim.services import grading, history, submissions, sweeping
from gradatim.services.accounts import Viewer
from gradatim.services.notices import Finished, Notices
from gradatim.worker import progress
from gradatim.worker.assessor import Assessor
from gradatim.worker.leases import Leases
from gradatim_grader.grader import Progress
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of


def stored(sessions: Sessions, submission_id: int) -> Submission:
    with sessions.read() as session:
        return session.get_one(Submission, submission_id)


def cancel(sessions: Sessions, made: Submission) -> bool:
    return submissions.cancel(sessions, made.id, user_id=made.user_id)


def test_what_waits_is_cancelled_and_never_graded(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    assert cancel(sessions, made)
    assert grading.claim(sessions, made.id, owner="w", lease_seconds=60) is None
    assert sweeping.sweep(sessions, everything=True) == []
    found = history.submission_for(sessions, made.id, viewer=Viewer(made.user_id))
    assert (found.state, found.report()) == (State.CANCELLED, None)
    assert history.standing_of(sessions, made.id).is_over
    assert history.pending_of(sessions, made.user_id, slug="doubling") is None


def test_the_next_may_be_sent_at_once_where_nobody_had_begun(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    cancel(sessions, made)
    assert making.submitted(sessions, user_id=made.user_id).state == State.QUEUED


def test_a_verdict_that_comes_after_the_cancelling_is_dropped(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    assert grading.holds(sessions, claim)
    assert cancel(sessions, made)
    assert not grading.holds(sessions, claim)
    assert not grading.note_progress(sessions, claim, finished=[Finished("Doubles", "passed")])
    assert not grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert not grading.put_back(sessions, claim)
    assert stored(sessions, made.id).verdict is None


def test_while_a_worker_is_still_busy_with_it_the_next_is_refused(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    cancel(sessions, made)
    with pytest.raises(TooManyPending):
        making.submitted(sessions, user_id=made.user_id)
    assert making.submitted(sessions, user_id=made.user_id, kind=Kind.RUN).state == State.QUEUED
    grading.let_go(sessions, claim)
    assert making.submitted(sessions, user_id=made.user_id).state == State.QUEUED


def test_what_is_done_or_cancelled_already_stays_as_it_is(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert not cancel(sessions, made)
    assert stored(sessions, made.id).verdict == Verdict.PASSED
    other = making.submitted(sessions)
    assert [cancel(sessions, other), cancel(sessions, other)] == [True, False]


def test_nobody_cancels_for_somebody_else(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    with pytest.raises(NoSuchSubmission):
        submissions.cancel(sessions, made.id, user_id=making.guest(sessions))
    assert stored(sessions, made.id).state == State.QUEUED


class SlowGrader(MemoryGrader):
    """Has a hundred tests, and takes its time for each once the first has ended."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()
        self.told = 0

    def grade(self, problem: Problem, source: bytes, **options: object) -> Report:
        tell = options["on_progress"]
        assert callable(tell)
        report = report_of(problem, verdict=Verdict.PASSED)
        for done in range(1, 101):
            tell(Progress(done, report.tests[0]))
            self.told = done
            self.begun.set()
            time.sleep(0.02)
        return report


@pytest.fixture
def assess(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Assessor]]:
    monkeypatch.setattr(progress, "LOOK_SECONDS", 0.0)
    leases = Leases(sessions, grading, owner="w", lease_seconds=60)
    yield lambda grader, notices: Assessor(sessions, grader=grader, leases=leases, notices=notices)
    leases.close()


@pytest.mark.parametrize("told_here", [True, False])
def test_a_worker_stops_between_two_tests(
    sessions: Sessions, problem: Problem, assess: Callable[..., Assessor], told_here: bool
) -> None:
    made, grader = making.submitted(sessions), SlowGrader()
    assessor = assess(grader, Notices(told_here=told_here))
    thread = threading.Thread(target=assessor.assess_next, args=(made.kind,))
    thread.start()
    assert grader.begun.wait(10)
    cancel(sessions, made)
    thread.join()
    assert grader.told < 100
    assert stored(sessions, made.id).state == State.CANCELLED
    assert making.submitted(sessions, user_id=made.user_id).state == State.QUEUED


@pytest.mark.parametrize("told_here", [True, False])
def test_a_worker_stops_in_the_middle_of_a_test(
    sessions: Sessions, problem: Problem, assess: Callable[..., Assessor], told_here: bool
) -> None:
    made, grader = making.submitted(sessions), MemoryGrader()
    grader.hold()
    thread = threading.Thread(target=assess(grader, Notices(told_here=told_here)).assess_next, args=(made.kind,))
    thread.start()
    assert grader.busy.wait(10)
    cancel(sessions, made)
    thread.join(10)
    assert not thread.is_alive()
    assert stored(sessions, made.id).state == State.CANCELLED
    assert making.submitted(sessions, user_id=made.user_id).state == State.QUEUED


def test_a_worker_elsewhere_writes_down_which_tests_have_ended(
    sessions: Sessions, problem: Problem, assess: Callable[..., Assessor]
) -> None:
    made, grader = making.submitted(sessions), SlowGrader()
    thread = threading.Thread(target=assess(grader, Notices(told_here=False)).assess_next, args=(made.kind,))
    thread.start()
    assert grader.begun.wait(10)
    finished = history.standing_of(sessions, made.id).finished
    thread.join()
    assert finished
    assert set(finished) == {Finished("Doubles", "passed")}
    found = stored(sessions, made.id)
    assert (found.state, found.progress_json) == (State.DONE, None)
