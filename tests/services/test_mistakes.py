"""What others got wrong: told of many, never of few."""

from __future__ import annotations

import msgspec

from gradatim.db import Sessions
from gradatim.models import Kind
from gradatim.services import grading, mistakes
from gradatim.services.mistakes import NAMELESS, RARE, Share
from gradatim_grader.problem import Problem
from gradatim_runner.report import NamedPitfall, Verdict
from tests.services import making
from tests.services.fakes import report_of


def wrong(
    sessions: Sessions,
    problem: Problem,
    *pitfalls: str,
    user_id: int | None = None,
    verdict: Verdict = Verdict.FAILED,
    kind: Kind = Kind.SUBMIT,
) -> int:
    """A finished submission that fell into these pitfalls; whose it is."""
    made = making.submitted(sessions, user_id=user_id, kind=kind)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    named = [NamedPitfall(name, f"It is {name}", "", "") for name in pitfalls]
    report = msgspec.structs.replace(report_of(problem, verdict=verdict), pitfalls=named)
    assert grading.finish(sessions, claim, report=report)
    return made.user_id


def test_of_four_others_nothing_is_told_and_ones_own_do_not_count(sessions: Sessions, problem: Problem) -> None:
    for _ in range(4):
        wrong(sessions, problem, "halved")
    me = wrong(sessions, problem, "halved")
    assert mistakes.of_others(sessions, me, slug="doubling") is None


def test_one_who_fails_often_is_still_one(sessions: Sessions, problem: Problem) -> None:
    often = making.guest(sessions)
    for _ in range(9):
        wrong(sessions, problem, "halved", user_id=often)
    assert mistakes.of_others(sessions, making.guest(sessions), slug="doubling") is None


def test_shares_are_those_of_the_wrong_submissions_and_rare_ones_stand_together(
    sessions: Sessions, problem: Problem
) -> None:
    for pitfalls in (["halved"], ["halved"], ["halved", "shifted"], ["shifted"], ["odd"], []):
        wrong(sessions, problem, *pitfalls)
    for verdict in (Verdict.PASSED, Verdict.ERROR):  # not wrong answers
        wrong(sessions, problem, verdict=verdict)
    wrong(sessions, problem, "halved", kind=Kind.RUN)
    found = mistakes.of_others(sessions, making.guest(sessions), slug="doubling")
    assert found is not None
    assert (found.people, found.submissions) == (6, 6)
    assert found.shares == [
        Share("It is halved", 3, 0.5),
        Share("It is shifted", 2, 2 / 6),
        Share(NAMELESS, 1, 1 / 6),
        Share(RARE, 1, 1 / 6),
    ]
