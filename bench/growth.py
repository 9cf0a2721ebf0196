"""(i), the tests: how (c) grows with the number of test cases. The problem is made up, in memory."""

from __future__ import annotations

from bench import warm
from bench.figures import Series
from bench.plan import Plan
from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import Verdict

FACTS = """
title = "Doubling"
summary = "Double every number."
difficulty = "easy"
entry = "doubled"
tags = ["numbers"]
hints = ["What is twice one?"]

[[example]]
args = [[1.0, 2.0]]
explain = "Twice each."
"""
SOLUTION = """
import numpy as np


def doubled(numbers):
    return 2 * np.asarray(numbers, dtype=float)
"""
HIDDEN = """
import numpy as np
import pytest
from submission import doubled

from gradatim_runner.testing import assert_matches


@pytest.mark.parametrize("number", range({cases}))
def test_double(number: int) -> None:
    assert_matches(doubled([number, 1.0]), np.array([2.0 * number, 2.0]))
"""
SAMPLE = "def test_nothing() -> None:\n    pass\n"


def by_tests(grader: Grader, plan: Plan) -> dict[int, Series]:
    """Times of a right submission, by number of test cases; a first one, that makes the checker, is not counted."""
    grown: dict[int, Series] = {}
    for cases in plan.tests:
        problem, source = with_cases(cases), SOLUTION.encode()
        warm.submission(grader, problem, source, verdict=Verdict.PASSED)
        times = range(plan.grades_of_each)
        grown[cases] = Series(warm.submission(grader, problem, source, verdict=Verdict.PASSED) for _ in times)
    return grown


def with_cases(cases: int) -> Problem:
    """A problem with this many cases of one hidden test."""
    files = {
        "problem.toml": FACTS,
        "statement.md": "Double every number.",
        "starter.py": "def doubled(numbers):\n    pass\n",
        "solution.py": SOLUTION,
        "tests/test_sample.py": SAMPLE,
        "tests/test_hidden.py": HIDDEN.format(cases=cases),
    }
    return from_files(f"doubling-{cases}", {name: text.encode() for name, text in files.items()})
