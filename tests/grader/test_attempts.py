"""Real attempts at the positional encoding, right and wrong: each gets its verdict and exactly its pitfalls."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim_grader.grader import Grader, Progress, Scope
from gradatim_grader.problem import Problem
from gradatim_runner.report import Naming, Outcome
from tests.cases.expected import CASES, expected_of

ATTEMPTS = sorted((CASES / "attempts").glob("*.py"))


@pytest.mark.parametrize("case", ATTEMPTS, ids=lambda case: case.stem)
def test_an_attempt_gets_its_verdict_and_exactly_its_pitfalls(
    case: Path, grader: Grader, positional_encoding: Problem
) -> None:
    report = grader.grade(positional_encoding, case.read_bytes())
    expected = expected_of(case)
    assert report.verdict in expected.verdicts
    assert expected.pitfalls is not None or report.verdict == "passed"
    assert {pitfall.name for pitfall in report.pitfalls} == (expected.pitfalls or set())


def test_two_mistakes_at_once_are_named_together(grader: Grader, positional_encoding: Problem) -> None:
    report = grader.grade(positional_encoding, (CASES / "attempts/wrong_two_at_once.py").read_bytes())
    assert report.naming is Naming.TOGETHER
    assert [pitfall.name for pitfall in report.pitfalls] == ["base-1000", "one-based"]


def test_a_hidden_test_shows_neither_values_nor_differences(grader: Grader, positional_encoding: Problem) -> None:
    report = grader.grade(positional_encoding, (CASES / "attempts/wrong_unlisted.py").read_bytes())
    hidden = [test for test in report.tests if not test.visible]
    assert hidden
    assert all(test.difference is None for test in hidden)
    assert not any(character.isdigit() for test in hidden for character in test.message)


def test_a_visible_test_shows_the_first_differing_cell(grader: Grader, positional_encoding: Problem) -> None:
    report = grader.grade(positional_encoding, (CASES / "attempts/wrong_unlisted.py").read_bytes())
    shown = next(test.difference for test in report.tests if test.visible and test.outcome is Outcome.FAILED)
    assert shown is not None
    assert shown.first is not None
    assert shown.first.expected != shown.first.got
    assert shown.expected is not None
    assert shown.got is not None


def test_a_right_answer_earns_every_point(grader: Grader, positional_encoding: Problem) -> None:
    report = grader.grade(positional_encoding, (CASES / "attempts/right_loops.py").read_bytes())
    assert report.score == report.max_score == 10
    assert {test.outcome for test in report.tests} == {Outcome.PASSED}


def test_run_grades_the_sample_tests_alone_and_shows_what_was_printed(
    grader: Grader, positional_encoding: Problem
) -> None:
    source = (CASES / "attempts/right_loops.py").read_bytes() + b"\nprint('loaded')\n"
    report = grader.grade(positional_encoding, source, scope=Scope.RUN)
    assert report.tests
    assert all(test.visible for test in report.tests)
    assert report.stdout == "loaded\n"


def test_progress_is_told_test_by_test(grader: Grader, positional_encoding: Problem) -> None:
    told: list[Progress] = []
    source = (CASES / "attempts/right_loops.py").read_bytes()
    report = grader.grade(positional_encoding, source, on_progress=told.append)
    assert [progress.done for progress in told] == list(range(1, len(report.tests) + 1))
    assert [progress.result for progress in told] == report.tests
