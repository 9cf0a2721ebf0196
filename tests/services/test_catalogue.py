"""The list of problems: what fits a search, what somebody did, and where they left off."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem
from gradatim.services import catalogue, drafts, grading, hints, solutions, submissions
from gradatim.services.accounts import Viewer
from gradatim.services.catalogue import Wanted
from gradatim.services.problems import ProblemCard
from gradatim.services.solutions import NotYet
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import report_of

CARD = ProblemCard("encoding", "Positional encoding", "Tell order.", "easy", ["numpy", "attention"], 10.0)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(),
        Wanted(words="ORDER"),
        Wanted(words="  encoding  numpy "),
        Wanted(tag="attention", difficulty="easy", standing="new"),
    ],
)
def test_what_fits_is_found(wanted: Wanted) -> None:
    assert wanted.fits(CARD)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(words="order chaos"),
        Wanted(tag="atten"),
        Wanted(difficulty="hard"),
        Wanted(standing="passed"),
        Wanted(standing="no such state"),
    ],
)
def test_what_does_not_fit_is_left_out(wanted: Wanted) -> None:
    assert not wanted.fits(CARD)


def standings(sessions: Sessions, user_id: int | None) -> dict[str, str]:
    return {card.slug: card.standing for card in catalogue.for_visitor(sessions, user_id).cards}


def graded(sessions: Sessions, problem: Problem, user_id: int, verdict: Verdict) -> None:
    made = submissions.submit(sessions, user_id=user_id, slug=problem.slug, source=b"x = 1\n")
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=verdict))


def test_a_problem_is_new_begun_tried_and_passed(sessions: Sessions, problem: Problem) -> None:
    making.published(sessions, "other")
    user_id = making.guest(sessions)
    assert standings(sessions, None) == standings(sessions, user_id) == {"doubling": "new", "other": "new"}
    hints.open_hint(sessions, 1, user_id=user_id, slug="doubling")
    assert standings(sessions, user_id)["doubling"] == "begun"
    graded(sessions, problem, user_id, Verdict.FAILED)
    assert standings(sessions, user_id)["doubling"] == "tried"
    graded(sessions, problem, user_id, Verdict.PASSED)
    assert standings(sessions, user_id) == {"doubling": "passed", "other": "new"}
    assert standings(sessions, making.guest(sessions))["doubling"] == "new"


def test_one_goes_on_with_what_was_touched_last_and_is_not_passed(sessions: Sessions, problem: Problem) -> None:
    making.published(sessions, "other")
    user_id = making.guest(sessions)
    assert catalogue.for_visitor(sessions, user_id).left is None
    drafts.save(sessions, user_id=user_id, slug="doubling", source=b"x", revision=0)
    drafts.save(sessions, user_id=user_id, slug="other", source=b"x", revision=0)
    left = catalogue.for_visitor(sessions, user_id).left
    assert left is not None
    assert left.slug == "other"
    drafts.save(sessions, user_id=user_id, slug="doubling", source=b"y", revision=1)
    left = catalogue.for_visitor(sessions, user_id).left
    assert left is not None
    assert left.slug == "doubling"
    graded(sessions, problem, user_id, Verdict.PASSED)
    left = catalogue.for_visitor(sessions, user_id).left
    assert left is not None
    assert left.slug == "other"


def test_the_solution_opens_to_who_has_passed_and_only_where_the_problem_shows_it(
    sessions: Sessions, problem: Problem
) -> None:
    user_id = making.guest(sessions)
    graded(sessions, problem, user_id, Verdict.FAILED)
    with pytest.raises(NotYet):
        solutions.solution_for(sessions, Viewer(user_id), slug="doubling")
    with pytest.raises(NotYet):
        solutions.solution_for(sessions, Viewer(None), slug="doubling")
    graded(sessions, problem, user_id, Verdict.PASSED)
    assert solutions.solution_for(sessions, Viewer(user_id), slug="doubling").source is None
    staff = Viewer(making.guest(sessions), is_staff=True)
    assert "return 2 * x" in (solutions.solution_for(sessions, staff, slug="doubling").source or "")
    with pytest.raises(NoSuchProblem):
        solutions.solution_for(sessions, staff, slug="nothing")
