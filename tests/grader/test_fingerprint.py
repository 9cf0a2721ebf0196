"""Answers without a name come out of the sandbox with a fingerprint that groups equal ones."""

from __future__ import annotations

import pytest

from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, shown_report
from tests.grader.tiny import tiny

pytestmark = pytest.mark.docker

SAMPLE = '''
from submission import grown


def test_a_third():
    """A third."""
    assert abs(grown(1 / 3) - (2 / 3 + 5)) < 1e-9
'''
HIDDEN = '''
import pytest

from submission import grown


@pytest.mark.parametrize("number", [0.1, 0.7, 1e6 / 7])
def test_more(number):
    """Others."""
    assert abs(grown(number) - (2 * number + 5)) < 1e-9
'''


@pytest.fixture(scope="module")
def problem() -> Problem:
    return tiny(test_sample=SAMPLE, test_hidden=HIDDEN)


def graded(grader: Grader, problem: Problem, body: str, *, scope: Scope = Scope.SUBMIT) -> Report:
    return grader.grade(problem, f"def grown(number):\n    {body}\n".encode(), scope=scope)


def test_one_mistake_has_one_fingerprint_however_it_is_written(grader: Grader, problem: Problem) -> None:
    first = graded(grader, problem, "return number * 2.9 + 5").fingerprint
    again = graded(grader, problem, "return 5.0 + number * 29 / 10").fingerprint
    other = graded(grader, problem, "return number * 2.7 + 5").fingerprint
    assert (len(first), first) == (32, again)
    assert other not in ("", first)


@pytest.mark.parametrize(
    ("body", "scope"),
    [
        pytest.param("return 2 * number + 5", Scope.SUBMIT, id="what is right"),
        pytest.param("return number + 5", Scope.SUBMIT, id="what has a name"),
        pytest.param("return number * 2.9 + 5", Scope.RUN, id="what was only run"),
        pytest.param("raise NotImplementedError", Scope.SUBMIT, id="what gives no answer"),
    ],
)
def test_what_needs_no_grouping_has_none(grader: Grader, problem: Problem, body: str, scope: Scope) -> None:
    assert graded(grader, problem, body, scope=scope).fingerprint == ""


def test_nobody_is_shown_it(grader: Grader, problem: Problem) -> None:
    report = graded(grader, problem, "return number * 2.9 + 5")
    shown = shown_report(report)
    assert report.fingerprint
    assert report.fingerprint not in str(shown)
    assert set(shown) == set(Report.__struct_fields__) - {"fingerprint"}
