"""Lessons in the database: arrays that stay with their version, answers that stay with their question."""

from __future__ import annotations

import struct
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem
from gradatim.models import Kind, QuizAnswer
from gradatim.services import grading, history, lessons, publishing, quizzes, submissions
from gradatim.services.lessons import NoSuchArray
from gradatim.services.publishing import Unproven
from gradatim_grader.problem import Problem
from gradatim_runner.messages import ArrayResult
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of
from tests.web.lessons import lesson, published


class Faulty(MemoryGrader):
    """Cannot compute the first array of the lesson."""

    def arrays(self, problem: Problem) -> list[ArrayResult]:
        made = super().arrays(problem)
        return [ArrayResult(made[0].key, fault="raised ValueError: no"), *made[1:]]


@pytest.fixture
def taught(sessions: Sessions) -> Problem:
    return published(sessions)


def test_a_version_keeps_its_arrays(sessions: Sessions, taught: Problem) -> None:
    arrays = lessons.arrays_of(sessions, taught.digest)
    assert set(arrays) == {"theory-1", "theory-2", "example-0"}
    array = lessons.array_of(sessions, taught.digest, key="theory-1")
    assert (array.shape, array.wavelengths) == ((1, 3), [0.0, 6.28, 62.8])
    assert array.rows(9) == [struct.unpack("<3d", array.data)] == [(0.0, 1.0, 2.0)]


def test_a_new_version_has_arrays_of_its_own(sessions: Sessions, taught: Problem) -> None:
    other = published(sessions, "```array\nargs = [2]\n```\n")
    assert set(lessons.arrays_of(sessions, other.digest)) == {"theory-0", "example-0"}
    assert len(lessons.arrays_of(sessions, taught.digest)) == 3
    with pytest.raises(NoSuchArray):
        lessons.array_of(sessions, other.digest, key="theory-1")


def test_a_lesson_whose_array_cannot_be_computed_is_not_published(sessions: Sessions) -> None:
    with pytest.raises(Unproven, match=r"theory.md: line 3: double raised ValueError: no"):
        publishing.publish(sessions, lesson(), sandbox=Faulty())
    with pytest.raises(NoSuchProblem):
        lessons.quizzes_of(sessions, "doubling")


def test_the_first_try_is_remembered_whatever_follows(sessions: Sessions, taught: Problem) -> None:
    user_id, quiz = making.guest(sessions), quizzes.question(sessions, "doubling", "one")
    asked: dict[str, Any] = {"user_id": user_id, "slug": "doubling", "quiz": quiz}
    quizzes.answer(sessions, given=["0"], **asked)
    standing = quizzes.answer(sessions, given=["1"], **asked)
    assert (standing.correct, standing.tries) == (True, 2)
    quizzes.put_aside(sessions, **asked)
    with sessions.read() as session:
        kept = session.scalars(select(QuizAnswer)).one()
        assert (kept.first_correct, kept.correct, kept.tries, kept.answer_json) == (False, None, 2, None)


def test_many_answers_at_once_make_one_row(sessions: Sessions, taught: Problem) -> None:
    user_id, quiz = making.guest(sessions), quizzes.question(sessions, "doubling", "number")

    def answer(number: int) -> int:
        given = [str(number)]
        return quizzes.answer(sessions, user_id=user_id, slug="doubling", quiz=quiz, given=given).tries

    with ThreadPoolExecutor(6) as pool:
        tries = sorted(pool.map(answer, range(6)))
    assert tries == [1, 2, 3, 4, 5, 6]
    with sessions.read() as session:
        assert session.scalar(select(func.count()).select_from(QuizAnswer)) == 1


def test_answers_go_with_their_user(sessions: Sessions, taught: Problem) -> None:
    quiz = quizzes.question(sessions, "doubling", "memory")
    user_id, other_id = making.guest(sessions), making.guest(sessions)
    quizzes.answer(sessions, user_id=user_id, slug="doubling", quiz=quiz, given=["it doubles \0"])
    assert quizzes.standings_of(sessions, other_id, slug="doubling") == {}
    assert quizzes.standings_of(sessions, None, slug="doubling") == {}
    ((digest, standing),) = quizzes.standings_of(sessions, user_id, slug="doubling").values()
    assert digest == quiz.digest
    assert standing.answer == "it doubles \N{SYMBOL FOR NULL}"


def test_snippets_are_pruned_and_never_come_back_in_the_editor(sessions: Sessions, taught: Problem) -> None:
    user_id = making.guest(sessions)
    for number in range(submissions.KEPT[Kind.TRY] + 2):
        made = making.submitted(sessions, user_id=user_id, source=f"print({number})\n".encode(), kind=Kind.TRY)
        claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
        assert claim is not None
        assert grading.finish(sessions, claim, report=report_of(taught, verdict=Verdict.PASSED))
    kept = history.submissions_of(sessions, user_id, slug="doubling", kind=Kind.TRY)
    assert len(kept) == submissions.KEPT[Kind.TRY]
    assert history.last_source_of(sessions, user_id, slug="doubling") is None
