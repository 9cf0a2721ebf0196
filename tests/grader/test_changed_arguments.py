"""A function that changes what it is given must be right for what it was given."""

from __future__ import annotations

import pytest

from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import Outcome, Verdict

FACTS = b'title = "Halve"\nsummary = "Halves numbers."\ndifficulty = "easy"\nentry = ["halve", "halve_in_place"]\n'
SOLUTION = b"""
def halve(numbers):
    return numbers / 2
def halve_in_place(numbers):
    numbers /= 2
"""
SAMPLE = b"def test_nothing():\n    pass\n"
HIDDEN = b"""
import numpy as np
import pytest
from solution import halve as reference
from submission import halve, halve_in_place
from gradatim_runner.testing import assert_matches

def test_the_same_array_on_both_sides():
    numbers = np.array([1.0, 2.0])
    assert_matches(halve(numbers), reference(numbers))

def test_a_list_on_both_sides():
    numbers = [np.array([1.0, 2.0])]
    assert_matches(halve(numbers[0]), reference(numbers[0]))

@pytest.mark.changes_arguments
def test_in_place():
    numbers = np.array([1.0, 2.0])
    halve_in_place(numbers)
    assert_matches(numbers, np.array([0.5, 1.0]))
"""

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def halve() -> Problem:
    files = {"problem.toml": FACTS, "statement.md": b"", "starter.py": b"", "solution.py": SOLUTION}
    return from_files("halve", {**files, "tests/test_sample.py": SAMPLE, "tests/test_hidden.py": HIDDEN})


def test_zeros_on_both_sides_prove_nothing(grader: Grader, halve: Problem) -> None:
    source = b"""
def halve(numbers):
    numbers[:] = 0
    return numbers
def halve_in_place(numbers):
    numbers /= 2
"""
    report = grader.grade(halve, source)
    assert report.verdict is Verdict.FAILED
    assert [test.outcome for test in report.tests[1:]] == [Outcome.FAILED, Outcome.FAILED, Outcome.PASSED]
    assert "changes what it is given" in report.tests[1].message


def test_a_right_answer_in_a_used_array_is_right_where_the_test_allows_it(grader: Grader, halve: Problem) -> None:
    source = b"""
def halve(numbers):
    answer = numbers / 2
    numbers += 0.0 * answer
    return answer
def halve_in_place(numbers):
    numbers *= 0.5
"""
    assert grader.grade(halve, source).verdict is Verdict.PASSED
