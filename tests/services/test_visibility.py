"""Drafts are for their authors, unlisted problems for whoever has the address, archived ones are only read."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from gradatim.db import Sessions, utc_now
from gradatim.errors import NoSuchProblem
from gradatim.models import Kind, Problem, RoleName, Visibility
from gradatim.services import drafts, hints, history, lessons, problems, solutions, submissions
from gradatim.services.accounts import Viewer
from gradatim.services.visibility import Archived
from tests.services import making
from tests.services.authoring import drafting


@pytest.fixture(autouse=True)
def published(sessions: Sessions) -> None:
    making.published(sessions)


def show(sessions: Sessions, visibility: Visibility, *, owner_id: int | None = None) -> None:
    with sessions.begin() as session:
        session.execute(update(Problem).values(visibility=visibility, owner_id=owner_id))


@pytest.mark.parametrize(("visibility", "listed"), [(each, each is Visibility.LISTED) for each in Visibility])
def test_only_what_is_listed_stands_in_the_list(sessions: Sessions, visibility: Visibility, *, listed: bool) -> None:
    show(sessions, visibility)
    assert bool(problems.cards_for(sessions, None)) == listed


def test_whoever_has_the_address_reads_and_solves_an_unlisted_problem(sessions: Sessions) -> None:
    show(sessions, Visibility.UNLISTED)
    assert problems.text_of(sessions, "doubling").visibility is Visibility.UNLISTED
    assert making.submitted(sessions).id


def test_to_students_and_guests_a_draft_does_not_exist_by_any_way(sessions: Sessions) -> None:
    ann = drafting.member(sessions)
    show(sessions, Visibility.DRAFT, owner_id=ann)
    others = (
        making.guest(sessions),
        drafting.member(sessions, "stu", RoleName.STUDENT),
        drafting.member(sessions, "ben"),
    )
    for other in others:
        for look in (
            lambda user_id=other: problems.text_of(sessions, "doubling", user_id=user_id),
            lambda user_id=other: lessons.quizzes_of(sessions, "doubling", user_id=user_id),
            lambda user_id=other: making.submitted(sessions, user_id=user_id),
            lambda user_id=other: making.submitted(sessions, user_id=user_id, kind=Kind.TRY),
            lambda user_id=other: hints.open_hint(sessions, 1, user_id=user_id, slug="doubling"),
            lambda user_id=other: drafts.save(sessions, user_id=user_id, slug="doubling", source=b"", revision=0),
            lambda user_id=other: solutions.solution_for(sessions, Viewer(user_id), slug="doubling"),
        ):
            with pytest.raises(NoSuchProblem):
                look()


def test_its_author_and_admins_try_a_draft_as_students_will(sessions: Sessions) -> None:
    ann = drafting.member(sessions)
    show(sessions, Visibility.DRAFT, owner_id=ann)
    for user_id in (ann, drafting.member(sessions, "ada", RoleName.ADMIN)):
        assert problems.text_of(sessions, "doubling", user_id=user_id).title == "Doubling"
        assert making.submitted(sessions, user_id=user_id).id


def test_an_instructor_who_is_one_no_more_sees_no_draft(sessions: Sessions) -> None:
    stu = drafting.member(sessions, "stu", RoleName.STUDENT)
    show(sessions, Visibility.DRAFT, owner_id=stu)
    with pytest.raises(NoSuchProblem):
        problems.text_of(sessions, "doubling", user_id=stu)


def test_an_archived_problem_is_read_and_takes_nothing(sessions: Sessions) -> None:
    made = making.submitted(sessions)
    with sessions.begin() as session:
        session.execute(update(Problem).values(archived_at=utc_now()))
    assert problems.cards_for(sessions, None) == []
    assert problems.text_of(sessions, "doubling").archived
    assert history.submission_for(sessions, made.id, viewer=Viewer(made.user_id)).source == made.source
    for kind in Kind:
        with pytest.raises(Archived):
            submissions.submit(sessions, user_id=made.user_id, slug="doubling", source=b"x = 1\n", kind=kind)
