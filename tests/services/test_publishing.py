"""From a folder to an immutable version, and back to what the grader takes."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem
from gradatim.models import AuditEvent, ProblemVersion
from gradatim.services import problems, publishing
from gradatim.services.publishing import Unproven
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of


class FailingReference(MemoryGrader):
    def grade(self, problem: Problem, source: bytes, **options: object) -> Report:
        return report_of(problem, verdict=Verdict.FAILED)


def test_the_grader_gets_back_exactly_what_was_published(sessions: Sessions) -> None:
    made = making.problem()
    published = publishing.publish(sessions, made, sandbox=MemoryGrader())
    assert publishing.problem_of(sessions, published.version_id) == made


def test_examples_and_points_are_computed_when_it_is_published(sessions: Sessions, problem: Problem) -> None:
    text = problems.text_of(sessions, "doubling")
    assert [(example.call, example.result, example.explain) for example in text.examples] == [
        ("double(1)", "1", "Twice one.")
    ]
    assert text.max_score == 2.0


def test_publishing_the_same_content_again_changes_nothing_and_needs_no_sandbox(
    sessions: Sessions, problem: Problem
) -> None:
    busy = MemoryGrader()
    busy.trouble = [EngineTrouble("gone")]
    assert publishing.is_known(sessions, problem)
    assert not publishing.publish(sessions, problem, sandbox=busy).is_new
    assert _versions(sessions) == 1


def test_new_content_is_a_new_version_and_the_old_one_stays(sessions: Sessions, problem: Problem) -> None:
    assert not publishing.is_known(sessions, making.problem(statement="Double it."))
    making.published(sessions, statement="Double it.")
    assert problems.text_of(sessions, "doubling").statement == "Double it."
    assert _versions(sessions) == 2


def test_going_back_to_old_content_makes_the_old_version_current(sessions: Sessions, problem: Problem) -> None:
    making.published(sessions, statement="Double it.")
    assert publishing.publish(sessions, problem, sandbox=MemoryGrader()).is_new
    assert problems.text_of(sessions, "doubling").version == problem.digest
    assert _versions(sessions) == 2


def test_a_reference_that_fails_is_not_published(sessions: Sessions) -> None:
    with pytest.raises(Unproven, match=r"solution\.py"):
        publishing.publish(sessions, making.problem(), sandbox=FailingReference())
    with pytest.raises(NoSuchProblem):
        problems.text_of(sessions, "doubling")


def test_publishing_is_in_the_audit_log(sessions: Sessions, problem: Problem) -> None:
    with sessions.read() as session:
        event = session.scalars(select(AuditEvent)).one()
    assert (event.action, event.subject) == ("problem.publish", "problem doubling")
    assert event.detail == {"digest": problem.digest}


def test_nothing_hidden_is_among_what_students_may_see(sessions: Sessions, problem: Problem) -> None:
    assert "canary" not in repr(problems.text_of(sessions, "doubling"))


def _versions(sessions: Sessions) -> int:
    with sessions.read() as session:
        return session.scalar(select(func.count()).select_from(ProblemVersion)) or 0
