"""What the pages read: cards, histories, places in the queue, what staff see."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.errors import NoSuchSubmission
from gradatim.models import Kind, State, Submission
from gradatim.services import accounts, grading, history, passwords, problems, staff
from gradatim.services.accounts import Viewer
from gradatim.services.history import Standing
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import report_of


def graded(
    sessions: Sessions, problem: Problem, user_id: int, verdict: Verdict, *, kind: Kind = Kind.SUBMIT
) -> Submission:
    made = making.submitted(sessions, user_id=user_id, kind=kind)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=verdict))
    return made


def test_a_card_shows_the_best_of_ones_own_submissions_and_counts_no_run(sessions: Sessions, problem: Problem) -> None:
    me, other = making.guest(sessions), making.guest(sessions)
    for verdict in (Verdict.FAILED, Verdict.PASSED, Verdict.ERROR):
        graded(sessions, problem, me, verdict)
    graded(sessions, problem, me, Verdict.PASSED, kind=Kind.RUN)
    graded(sessions, problem, other, Verdict.FAILED)
    [card] = problems.cards_for(sessions, me)
    assert (card.best, card.best_score, card.max_score, card.attempts) == (Verdict.PASSED, 2.0, 2.0, 3)
    [card] = problems.cards_for(sessions, other)
    assert (card.best, card.best_score, card.attempts) == (Verdict.FAILED, 0.0, 1)


def test_a_system_error_costs_no_attempt(sessions: Sessions, problem: Problem) -> None:
    me = making.guest(sessions)
    graded(sessions, problem, me, Verdict.SYSTEM_ERROR)
    [card] = problems.cards_for(sessions, me)
    assert (card.best, card.attempts) == (None, 0)


def test_somebody_new_sees_every_problem_untried(sessions: Sessions, problem: Problem) -> None:
    making.published(sessions, "tripling")
    assert [(card.slug, card.attempts) for card in problems.cards_for(sessions, None)] == [
        ("doubling", 0),
        ("tripling", 0),
    ]


def test_a_submission_is_seen_by_its_owner_and_by_staff_alone(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    for viewer in (Viewer(made.user_id), Viewer(None, is_staff=True), Viewer(999, is_staff=True)):
        assert history.submission_for(sessions, made.id, viewer=viewer).id == made.id
    for viewer in (Viewer(None), Viewer(made.user_id + 1)):
        with pytest.raises(NoSuchSubmission):
            history.submission_for(sessions, made.id, viewer=viewer)


def test_the_place_in_the_queue_counts_those_before_it(sessions: Sessions, problem: Problem) -> None:
    first, second, third = (making.submitted(sessions) for _ in range(3))
    assert history.standing_of(sessions, third.id) == Standing(State.QUEUED, 3, total=1)
    grading.claim(sessions, first.id, owner="w", lease_seconds=60)
    assert history.standing_of(sessions, first.id) == Standing(State.CLAIMED, None, total=1)
    assert history.standing_of(sessions, second.id).position == 1
    with pytest.raises(NoSuchSubmission):
        history.standing_of(sessions, third.id + 1)


def test_ones_last_source_is_what_was_sent_last_however(sessions: Sessions, problem: Problem) -> None:
    me = making.guest(sessions)
    assert history.last_source_of(sessions, me, slug="doubling") is None
    making.submitted(sessions, user_id=me, source=b"first")
    making.submitted(sessions, user_id=me, source=b"second \xc3\xa9", kind=Kind.RUN)
    assert history.last_source_of(sessions, me, slug="doubling") == "second é"


def test_what_is_on_its_way_is_found_until_it_is_done(sessions: Sessions, problem: Problem) -> None:
    me = making.guest(sessions)
    assert history.pending_of(sessions, me, slug="doubling") is None
    submission, run = making.submitted(sessions, user_id=me), making.submitted(sessions, user_id=me, kind=Kind.RUN)
    making.submitted(sessions)
    for latest in (run, submission):
        found = history.pending_of(sessions, me, slug="doubling")
        assert found is not None
        assert found.id == latest.id
        claim = grading.claim(sessions, latest.id, owner="w", lease_seconds=60)
        assert claim is not None
        grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert history.pending_of(sessions, me, slug="doubling") is None


def test_staff_see_who_waits_and_why_and_what_failed(sessions: Sessions, problem: Problem) -> None:
    waiting = making.submitted(sessions)
    claim = grading.claim(sessions, waiting.id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.wait_for_engine(sessions, claim, reason="no engine")
    failed = graded(sessions, problem, making.guest(sessions), Verdict.SYSTEM_ERROR)
    assert [(one.id, one.waiting_reason, one.problem_title) for one in staff.waiting(sessions)] == [
        (waiting.id, "no engine", "Doubling")
    ]
    assert [one.id for one in staff.failures(sessions)] == [failed.id]


def test_the_first_instructor_is_made_once(sessions: Sessions) -> None:
    password = accounts.first_instructor(sessions)
    assert password is not None
    assert len(password) >= passwords.MIN_CHARS
    assert accounts.first_instructor(sessions) is None
