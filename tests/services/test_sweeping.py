"""The sweep: nothing is lost, whatever the queue forgets and whoever dies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from dramatiq.brokers.stub import StubBroker

from gradatim.db import Sessions, utc_now
from gradatim.models import Kind, State, Submission
from gradatim.services import grading, submissions, sweeping
from gradatim.services.queue import Queue
from gradatim.services.sweeping import GRACE_SECONDS, MAX_LAPSES, RESEND_SECONDS, Waiting
from gradatim.worker.sweeper import Sweeper
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import databases, making


def sweep(sessions: Sessions, *, after_seconds: float = 0, everything: bool = False) -> list[Waiting]:
    return sweeping.sweep(sessions, everything=everything, now=utc_now() + timedelta(seconds=after_seconds))


def test_a_submission_whose_message_was_lost_is_sent_again_oldest_first(sessions: Sessions, problem: Problem) -> None:
    first, second = making.submitted(sessions), making.submitted(sessions, kind=Kind.RUN)
    assert sweep(sessions) == []  # their own messages may still be on their way
    found = sweep(sessions, after_seconds=GRACE_SECONDS + 1)
    assert found == [Waiting(first.id, Kind.SUBMIT), Waiting(second.id, Kind.RUN)]


def test_it_is_not_sent_again_at_every_sweep(sessions: Sessions, problem: Problem) -> None:
    making.submitted(sessions)
    assert len(sweep(sessions, after_seconds=GRACE_SECONDS + 1)) == 1
    assert sweep(sessions, after_seconds=GRACE_SECONDS + 2) == []
    assert len(sweep(sessions, after_seconds=GRACE_SECONDS + 2 + RESEND_SECONDS)) == 1


def test_with_an_empty_queue_everything_that_waits_is_sent(sessions: Sessions, problem: Problem) -> None:
    made = [making.submitted(sessions).id for _ in range(3)]
    assert [waiting.submission_id for waiting in sweep(sessions, everything=True)] == made


def test_when_the_broker_is_back_everything_that_waits_is_sent(
    sessions: Sessions, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what a sweep had put off because it seemed to be sent, and what the broker had and lost."""
    queue, away = Queue(StubBroker(middleware=[])), [True]
    sent: list[int] = []
    monkeypatch.setattr(queue, "length", lambda: None if away else 0)
    monkeypatch.setattr(queue, "grade", lambda number, *, kind: None if away else sent.append(number))
    sweeper = Sweeper(sessions, queue, sweep_seconds=60, lease_seconds=60, fresh_queue=False)
    made = [making.submitted(sessions).id for _ in range(2)]
    sweep(sessions, after_seconds=GRACE_SECONDS + 1)  # puts off what it sends
    sweeper.sweep()
    assert sent == []
    away.clear()
    sweeper.sweep()
    assert sent == made
    sweeper.sweep()
    assert sent == made


def test_of_several_sweeps_at_once_each_row_goes_to_one(sessions: Sessions, problem: Problem) -> None:
    made = {making.submitted(sessions).id for _ in range(20)}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: sweep(sessions, after_seconds=GRACE_SECONDS + 1), range(4)))
    ids = [waiting.submission_id for one in found for waiting in one]
    assert sorted(ids) == sorted(made)


def test_what_a_dead_worker_held_comes_back_when_its_lease_is_over(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    grading.claim(sessions, made.id, owner="dead", lease_seconds=15)
    assert sweep(sessions, after_seconds=14) == []
    assert [waiting.submission_id for waiting in sweep(sessions, after_seconds=16)] == [made.id]
    assert _stored(sessions, made.id).state == State.QUEUED


def test_a_worker_known_to_be_dead_is_not_waited_for(sessions: Sessions, problem: Problem) -> None:
    of_dead, of_living = making.submitted(sessions), making.submitted(sessions)
    grading.claim(sessions, of_dead.id, owner="dead", lease_seconds=600)
    grading.claim(sessions, of_living.id, owner="living", lease_seconds=600)
    assert sweeping.put_back_claims_of(sessions, lambda owner: owner == "dead") == 1
    assert _stored(sessions, of_dead.id).state == State.QUEUED
    assert _stored(sessions, of_living.id).state == State.CLAIMED
    assert sweeping.put_back_claims_of(sessions, lambda owner: False) == 0


def test_a_submission_that_kills_every_worker_ends_as_ours(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    for _ in range(MAX_LAPSES):
        assert grading.claim(sessions, made.id, owner="victim", lease_seconds=1)
        sweep(sessions, after_seconds=2)
    found = _stored(sessions, made.id)
    assert (found.state, found.verdict) == (State.DONE, Verdict.SYSTEM_ERROR)
    assert "died" in found.waiting_reason
    assert grading.claim(sessions, made.id, owner="next", lease_seconds=1) is None


def _stored(sessions: Sessions, submission_id: int) -> Submission:
    with sessions.read() as session:
        return session.get_one(Submission, submission_id)


def test_a_clock_set_back_keeps_no_dead_workers_claim_and_takes_no_living_ones(
    sessions: Sessions, problem: Problem
) -> None:
    """As if an hour ago had been now: every moment that was written is an hour ahead."""
    made = making.submitted(sessions)
    hour = timedelta(hours=1)
    claim = grading.claim(sessions, made.id, owner="dead", lease_seconds=15, now=utc_now() + hour)
    assert claim is not None
    assert sweeping.sweep(sessions, lease_seconds=15) == []
    lease = _stored(sessions, made.id).lease_until
    assert lease is not None
    assert lease < utc_now() + timedelta(seconds=16)  # cut to one lease, in which a living worker renews it
    assert grading.renew(sessions, [claim], lease_seconds=15) == {made.id}
    [waiting] = sweeping.sweep(sessions, lease_seconds=15, now=utc_now() + timedelta(seconds=16))
    assert waiting.submission_id == made.id


def test_a_clock_set_back_delays_no_message_and_changes_no_order(sessions: Sessions, problem: Problem) -> None:
    made = [making.submitted(sessions).id for _ in range(2)]
    with sessions.begin() as session:
        for number in made:
            submission = session.get_one(Submission, number)
            submission.created_at += timedelta(hours=1)
            submission.not_before += timedelta(hours=1)
    made.append(making.submitted(sessions).id)
    sent = sweeping.sweep(sessions, now=utc_now() + timedelta(seconds=GRACE_SECONDS + 1))
    assert [waiting.submission_id for waiting in sent] == made


def test_who_cancelled_before_the_clock_was_set_back_may_send_again(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    assert grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    submissions.cancel(sessions, made.id, user_id=made.user_id)
    with sessions.begin() as session:
        session.get_one(Submission, made.id).not_before += timedelta(hours=1)
    assert making.submitted(sessions, user_id=made.user_id).state == State.QUEUED


@pytest.mark.parametrize("database_url", databases.BOTH[1:], indirect=True)  # with SQLite there is but one clock
def test_a_workers_own_clock_decides_nothing(
    sessions: Sessions, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradatim.db.utc_now", lambda: datetime(2001, 1, 1, tzinfo=UTC))
    made = making.submitted(sessions)
    assert grading.claim(sessions, made.id, owner="w", lease_seconds=15)
    lease = _stored(sessions, made.id).lease_until
    assert lease is not None
    assert lease.year > 2001
    assert sweeping.sweep(sessions) == []
