"""A guest's work moves into an account, and nothing of it is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute

from gradatim.db import Sessions
from gradatim.models import Base, Draft, OpenedHints, QuizAnswer, RoleName, State, Submission, User
from gradatim.services import accounts, drafts, hints, history, moving
from gradatim_grader.problem import Problem
from tests.services import making

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SLUG = "doubling"


@pytest.fixture
def guest(sessions: Sessions, problem: Problem) -> User:
    return accounts.guest(sessions)


@pytest.fixture
def bob(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email="bob@example.org", role=RoleName.STUDENT)[0].id


def move(sessions: Sessions, guest: User, user_id: int) -> bool:
    return moving.move_in(sessions, token=guest.fs_uniquifier, user_id=user_id)


def draft(sessions: Sessions, user_id: int, source: bytes, *, at: datetime, revision: int = 1) -> None:
    with sessions.begin() as session:
        session.add(Draft(user_id=user_id, problem_id=1, revision=revision, source=source, saved_at=at))


def answer(sessions: Sessions, user_id: int, given: int, *, at: datetime, tries: int, digest: str = "d") -> None:
    with sessions.begin() as session:
        kept = QuizAnswer(user_id=user_id, problem_id=1, name="q", digest=digest, answer_json=[given])
        kept.correct, kept.first_correct, kept.tries = given == 1, given == 1, tries
        kept.created_at = kept.answered_at = at
        session.add(kept)


def only_answer(sessions: Sessions) -> QuizAnswer:
    with sessions.read() as session:
        return session.scalars(select(QuizAnswer)).one()


def test_everything_a_guest_has_becomes_the_accounts(sessions: Sessions, guest: User, bob: int) -> None:
    sent = making.submitted(sessions, user_id=guest.id)
    drafts.save(sessions, user_id=guest.id, slug=SLUG, source=b"typed", revision=0)
    hints.open_hint(sessions, 1, user_id=guest.id, slug=SLUG)
    answer(sessions, guest.id, 1, at=NOON, tries=2)
    assert move(sessions, guest, bob)
    assert [one.id for one in history.submissions_of(sessions, bob, slug=SLUG)] == [sent.id]
    kept = drafts.draft_of(sessions, bob, slug=SLUG)
    assert kept is not None
    assert kept.source == "typed"
    assert hints.opened_by(sessions, bob, slug=SLUG) == 1
    assert (only_answer(sessions).user_id, only_answer(sessions).tries) == (bob, 2)


def test_the_guest_is_no_more_and_moves_in_once(sessions: Sessions, guest: User, bob: int) -> None:
    making.submitted(sessions, user_id=guest.id)
    assert move(sessions, guest, bob)
    assert not move(sessions, guest, bob)
    with sessions.read() as session:
        assert session.scalars(select(User.id)).all() == [bob]


def test_a_guest_without_work_leaves_nothing(sessions: Sessions, guest: User, bob: int) -> None:
    assert not move(sessions, guest, bob)


def test_the_token_of_an_account_moves_nothing(sessions: Sessions, problem: Problem, bob: int) -> None:
    ann = accounts.create_user(sessions, email="ann@example.org", role=RoleName.STUDENT)[0]
    sent = making.submitted(sessions, user_id=ann.id)
    assert not move(sessions, ann, bob)
    assert [one.id for one in history.submissions_of(sessions, ann.id, slug=SLUG)] == [sent.id]


@pytest.mark.parametrize("guest_is_newer", [True, False])
def test_of_two_drafts_the_newer_stays_and_the_other_is_in_the_history(
    sessions: Sessions, guest: User, bob: int, guest_is_newer: bool
) -> None:
    draft(sessions, guest.id, b"the guest's", at=NOON + HOUR * guest_is_newer)
    draft(sessions, bob, b"bob's", at=NOON + HOUR * (not guest_is_newer), revision=7)
    assert move(sessions, guest, bob)
    newer, older = ("the guest's", "bob's") if guest_is_newer else ("bob's", "the guest's")
    kept = drafts.draft_of(sessions, bob, slug=SLUG)
    assert kept is not None
    assert (kept.source, kept.revision) == (newer, 8)
    [found] = history.submissions_of(sessions, bob, slug=SLUG)
    assert (found.source_text, found.state, found.created_at) == (older, State.CANCELLED, NOON)
    assert found.sentence


@pytest.mark.parametrize("what", ["the same text", "a text that was handed in"])
def test_a_draft_that_is_kept_anyway_is_not_kept_twice(sessions: Sessions, guest: User, bob: int, what: str) -> None:
    draft(sessions, guest.id, b"x = 1\n", at=NOON)
    if what == "the same text":
        draft(sessions, bob, b"x = 1\n", at=NOON + HOUR)
        sent = []
    else:
        draft(sessions, bob, b"x = 2\n", at=NOON + HOUR)
        sent = [making.submitted(sessions, user_id=guest.id, source=b"x = 1\n").id]
    move(sessions, guest, bob)
    assert [one.id for one in history.submissions_of(sessions, bob, slug=SLUG)] == sent


def test_whoever_opened_more_hints_has_opened_them(sessions: Sessions, guest: User, bob: int) -> None:
    with sessions.begin() as session:
        session.add(OpenedHints(user_id=guest.id, problem_id=1, count=3, opened_at=NOON))
        session.add(OpenedHints(user_id=bob, problem_id=1, count=1, opened_at=NOON + HOUR))
    assert move(sessions, guest, bob)
    assert hints.opened_by(sessions, bob, slug=SLUG) == 3


def test_of_two_answers_the_newer_stays_with_the_tries_of_both(sessions: Sessions, guest: User, bob: int) -> None:
    answer(sessions, guest.id, 1, at=NOON + HOUR, tries=1)
    answer(sessions, bob, 0, at=NOON, tries=2)
    assert move(sessions, guest, bob)
    kept = only_answer(sessions)
    assert (kept.user_id, kept.answer_json, kept.correct, kept.tries) == (bob, [1], True, 3)
    assert kept.first_correct is False
    assert (kept.created_at, kept.answered_at) == (NOON, NOON + HOUR)


def test_an_answer_to_another_form_of_the_question_does_not_count(sessions: Sessions, guest: User, bob: int) -> None:
    answer(sessions, guest.id, 1, at=NOON, tries=4, digest="old")
    answer(sessions, bob, 1, at=NOON + HOUR, tries=1)
    move(sessions, guest, bob)
    assert (only_answer(sessions).digest, only_answer(sessions).tries) == ("d", 1)


def test_other_peoples_work_stays_theirs(sessions: Sessions, guest: User, bob: int) -> None:
    other = making.submitted(sessions)
    making.submitted(sessions, user_id=guest.id)
    move(sessions, guest, bob)
    with sessions.read() as session:
        assert session.get_one(Submission, other.id).user_id == other.user_id
        assert session.scalar(select(func.count()).select_from(User)) == 2


def test_every_column_that_names_a_user_is_thought_of() -> None:
    """Whoever adds one says in `services/moving.py` whether a guest may be in it."""
    naming = {
        (table.name, column.name)
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if any(key.column.table.name == "users" for key in column.foreign_keys)
    }
    thought_of = {_name(column) for column in (*moving.MOVED, *moving.NEVER_A_GUESTS)}
    assert thought_of == naming


def _name(column: Any) -> tuple[str, str]:
    plain = column.property.columns[0] if isinstance(column, InstrumentedAttribute) else column
    return plain.table.name, plain.name
