"""Claims, leases and the one verdict."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from gradatim.db import Sessions, utc_now
from gradatim.models import State, Submission
from gradatim.services import grading, staff, sweeping
from gradatim.services.grading import Claim
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import report_of


def claimed(sessions: Sessions, submission_id: int, *, owner: str = "worker") -> Claim:
    claim = grading.claim(sessions, submission_id, owner=owner, lease_seconds=60)
    assert claim is not None
    return claim


def stored(sessions: Sessions, submission_id: int) -> Submission:
    with sessions.read() as session:
        return session.get_one(Submission, submission_id)


def test_of_many_workers_exactly_one_gets_a_submission(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    with ThreadPoolExecutor(8) as pool:
        claims = list(pool.map(lambda n: grading.claim(sessions, made.id, owner=f"w{n}", lease_seconds=60), range(16)))
    won = [claim for claim in claims if claim is not None]
    assert len(won) == 1
    assert (won[0].attempt, won[0].source) == (1, b"x = 1\n")


def test_a_verdict_is_stored_once_and_a_second_changes_nothing(sessions: Sessions, problem: Problem) -> None:
    claim = claimed(sessions, making.submitted(sessions).id)
    assert grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert not grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.FAILED))
    assert stored(sessions, claim.submission_id).verdict == Verdict.PASSED


def test_of_many_threads_that_finish_one_claim_exactly_one_stores_its_verdict(
    sessions: Sessions, problem: Problem
) -> None:
    claim = claimed(sessions, making.submitted(sessions).id)
    report = report_of(problem, verdict=Verdict.PASSED)
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: grading.finish(sessions, claim, report=report), range(16)))
    assert told.count(True) == 1


@pytest.mark.parametrize("late_first", [True, False], ids=["late one first", "late one last"])
def test_a_worker_that_lost_its_lease_is_fenced(sessions: Sessions, problem: Problem, late_first: bool) -> None:
    late = claimed(sessions, making.submitted(sessions).id, owner="frozen")
    sweeping.sweep(sessions, now=utc_now() + timedelta(seconds=61))
    ours = claimed(sessions, late.submission_id, owner="awake")
    assert ours.attempt == late.attempt + 1

    def finish_late() -> None:
        assert not grading.finish(sessions, late, report=report_of(problem, verdict=Verdict.ERROR))
        assert not grading.put_back(sessions, late)
        assert not grading.wait_for_engine(sessions, late, reason="")
        assert not grading.count_fault(sessions, late, reason="")

    if late_first:
        finish_late()
    assert grading.finish(sessions, ours, report=report_of(problem, verdict=Verdict.PASSED))
    if not late_first:
        finish_late()
    assert stored(sessions, ours.submission_id).verdict == Verdict.PASSED


def test_a_renewed_lease_does_not_lapse_and_a_lost_one_is_told(sessions: Sessions, problem: Problem) -> None:
    kept = claimed(sessions, making.submitted(sessions).id)
    lost = claimed(sessions, making.submitted(sessions).id)
    grading.put_back(sessions, lost)
    later = utc_now() + timedelta(seconds=50)
    assert grading.renew(sessions, [kept, lost], lease_seconds=60, now=later) == {kept.submission_id}
    assert grading.renew(sessions, [], lease_seconds=60) == set()
    sweeping.sweep(sessions, now=utc_now() + timedelta(seconds=70))
    assert stored(sessions, kept.submission_id).state == State.CLAIMED


def test_what_a_leaving_worker_puts_back_can_be_taken_at_once(sessions: Sessions, problem: Problem) -> None:
    claim = claimed(sessions, making.submitted(sessions).id)
    assert grading.put_back(sessions, claim)
    assert [waiting.submission_id for waiting in sweeping.sweep(sessions)] == [claim.submission_id]
    assert claimed(sessions, claim.submission_id).attempt == 2


def test_engine_trouble_makes_it_wait_longer_each_time(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    waits = []
    for _ in range(12):
        grading.wait_for_engine(sessions, claimed(sessions, made.id), reason="Docker does not answer")
        waits.append(round((stored(sessions, made.id).not_before - utc_now()).total_seconds()))
    found = stored(sessions, made.id)
    assert (found.state, found.faults, found.waiting_reason) == (State.QUEUED, 0, "Docker does not answer")
    assert waits == sorted(waits)
    assert waits[0] == 2
    assert waits[-1] == grading.MAX_BACKOFF_SECONDS


def test_a_day_of_engine_trouble_is_a_system_error_until_staff_have_it_graded_again(
    sessions: Sessions, problem: Problem
) -> None:
    made = making.submitted(sessions)
    with sessions.begin() as session:
        found = session.get(Submission, made.id)
        assert found is not None
        found.trouble = grading.MAX_TROUBLES - 2
    grading.wait_for_engine(sessions, claimed(sessions, made.id), reason="no engine")
    assert stored(sessions, made.id).state == State.QUEUED
    grading.wait_for_engine(sessions, claimed(sessions, made.id), reason="no engine")
    ended = stored(sessions, made.id)
    assert (ended.verdict, ended.sentence, ended.waiting_reason) == (Verdict.SYSTEM_ERROR, grading.OURS, "no engine")
    staff.retry(sessions, made.id, actor_id=made.user_id)
    assert (stored(sessions, made.id).state, stored(sessions, made.id).trouble) == (State.QUEUED, 0)


def test_what_is_not_yet_due_is_not_sent_again(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    grading.wait_for_engine(sessions, claimed(sessions, made.id), reason="gone")
    assert sweeping.sweep(sessions) == []
    assert len(sweeping.sweep(sessions, now=utc_now() + timedelta(seconds=3))) == 1


def test_the_third_fault_of_ours_is_a_system_error_that_keeps_its_reason_for_staff(
    sessions: Sessions, problem: Problem
) -> None:
    made = making.submitted(sessions)
    for number in range(grading.MAX_FAULTS):
        assert stored(sessions, made.id).state == State.QUEUED, number
        grading.count_fault(sessions, claimed(sessions, made.id), reason="the checker died")
    found = stored(sessions, made.id)
    assert (found.state, found.verdict, found.waiting_reason) == (State.DONE, Verdict.SYSTEM_ERROR, "the checker died")
    assert found.sentence == grading.OURS


def test_a_verdict_after_trouble_leaves_no_reason_to_wait(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    grading.wait_for_engine(sessions, claimed(sessions, made.id), reason="gone")
    grading.finish(sessions, claimed(sessions, made.id), report=report_of(problem, verdict=Verdict.PASSED))
    assert stored(sessions, made.id).waiting_reason == ""
