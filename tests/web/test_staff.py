"""What staff may do about submissions, and that nobody else may."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from dramatiq import Message
from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import AuditEvent, RoleName, State, Submission
from gradatim.services import grading, presence
from gradatim.services.queue import Queue
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of
from tests.services.test_worker import eventually, finished
from tests.web.visiting import Visitor

Member = Callable[[RoleName], Visitor]


@pytest.fixture
def ann(member: Member) -> Visitor:
    return member(RoleName.INSTRUCTOR)


@pytest.fixture
def failed(sessions: Sessions, problem: Problem) -> Submission:
    made = making.submitted(sessions)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    for _ in range(grading.MAX_FAULTS):
        grading.count_fault(sessions, claim, reason="the checker died")
        again = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
        claim = again or claim
    return stored(sessions, made.id)


def stored(sessions: Sessions, submission_id: int) -> Submission:
    with sessions.read() as session:
        return session.get_one(Submission, submission_id)


def press(visitor: Visitor, path: str) -> int:
    return visitor.client.post(path, data={"csrf_token": visitor.token()}).status_code


def audited(sessions: Sessions) -> list[tuple[str, str]]:
    with sessions.read() as session:
        rows = session.execute(select(AuditEvent.action, AuditEvent.subject).order_by(AuditEvent.id))
        return [(action, subject) for action, subject in rows if action.startswith("submission.")]


def test_what_ended_in_a_fault_of_ours_is_tried_again_as_the_same_attempt(
    ann: Visitor, sessions: Sessions, failed: Submission, grader: MemoryGrader
) -> None:
    assert failed.verdict == Verdict.SYSTEM_ERROR
    assert "the checker died" in ann.get("/staff").text
    assert press(ann, f"/staff/submissions/{failed.id}/retry") == 303
    done = finished(sessions, failed.id)
    assert (done.verdict, done.faults, done.waiting_reason, done.sentence) == (
        Verdict.PASSED,
        0,
        "",
        "Every test passed.",
    )
    with sessions.read() as session:
        assert len(session.scalars(select(Submission.id)).all()) == 1
    assert audited(sessions) == [("submission.retry", f"submission {failed.id}")]


def test_all_of_them_are_tried_again_at_once(
    ann: Visitor, sessions: Sessions, failed: Submission, grader: MemoryGrader
) -> None:
    assert press(ann, "/staff/retry-all") == 303
    assert finished(sessions, failed.id).verdict == Verdict.PASSED


def test_a_verdict_that_is_no_fault_of_ours_stays(ann: Visitor, sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.FAILED))
    for action in ("retry", "requeue"):
        assert press(ann, f"/staff/submissions/{made.id}/{action}") == 400
    assert stored(sessions, made.id).verdict == Verdict.FAILED
    assert audited(sessions) == []


def test_a_stuck_submission_is_taken_from_whoever_holds_it(ann: Visitor, sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    stuck = grading.claim(sessions, made.id, owner="stuck", lease_seconds=600)
    assert stuck is not None
    assert press(ann, f"/staff/submissions/{made.id}/requeue") == 303
    assert stored(sessions, made.id).state == State.QUEUED
    assert not grading.finish(sessions, stuck, report=report_of(problem, verdict=Verdict.ERROR))
    assert grading.claim(sessions, made.kind, owner="next", lease_seconds=60)
    assert audited(sessions) == [("submission.requeue", f"submission {made.id}")]


def test_messages_that_were_given_up_are_shown_and_sent_again(
    ann: Visitor, queue: Queue, sessions: Sessions, problem: Problem, grader: MemoryGrader
) -> None:
    lost: Message[None] = Message(queue_name="runs", actor_name="of_another_version", args=(7,), kwargs={}, options={})
    queue.broker.enqueue(lost)
    eventually(lambda: queue.dead_letters() != [])
    assert "of_another_version" in ann.get("/staff").text
    assert press(ann, "/staff/letters/send") == 303


def test_the_part_that_renews_itself_is_the_page_without_its_frame(
    ann: Visitor, visitor: Visitor, problem: Problem
) -> None:
    made = visitor.submit()
    part = ann.get("/staff/live").text
    assert "<html" not in part
    assert f"/submissions/{made}" in part
    assert f"/submissions/{made}" in ann.get("/staff").text


def test_it_says_when_no_worker_takes_anything(ann: Visitor, sessions: Sessions) -> None:
    presence.beat(sessions, owner="w1", name="one")
    presence.beat(sessions, owner="w2", name="two")
    ann.client.post("/staff/workers/drain", data={"worker": "w1", "csrf_token": ann.token()})
    assert "No worker takes anything" not in ann.get("/staff").text
    ann.client.post("/staff/workers/drain", data={"worker": "w2", "csrf_token": ann.token()})
    assert "No worker takes anything" in ann.get("/staff").text


@pytest.mark.parametrize("path", ["submissions/{id}/retry", "submissions/{id}/requeue", "retry-all", "letters/send"])
def test_nobody_else_may_and_no_form_goes_without_its_token(
    member: Member, other: Visitor, ann: Visitor, sessions: Sessions, failed: Submission, path: str
) -> None:
    url = "/staff/" + path.format(id=failed.id)
    assert press(member(RoleName.STUDENT), url) == 404
    assert press(other, url) == 302
    assert ann.client.post(url).status_code == 400
    assert stored(sessions, failed.id).verdict == Verdict.SYSTEM_ERROR
