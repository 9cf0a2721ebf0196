"""Answers that make a careless test take too much are wrong answers, and never a fault of ours."""

from __future__ import annotations

import pytest

from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import Outcome, Verdict

FACTS = b"""
title = "Count"
summary = "Counts."
difficulty = "easy"
entry = "count"

[limits]
call_seconds = 10.0
load_seconds = 20.0
total_seconds = 20.0
"""
SOLUTION = b"""
RIGHT = {"numbers": 3, "times": 3, "text": "abc" * 9, "name": "x", "given": 1}
def count(what):
    return RIGHT[what]
"""
SAMPLE = b"def test_nothing():\n    pass\n"
HIDDEN = b"""
import os
import numpy as np
from hypothesis import given, strategies as st
from submission import count

def test_as_many_numbers():
    assert np.ones(count("numbers")).sum() == 3

def test_as_many_times():
    assert sum(1 for _ in range(count("times"))) == 3

def test_a_long_text():
    assert count("text") == "abc" * 9

def test_a_name():
    assert {count("name"): 1} == {"x": 1}

@given(st.integers(0, 9))
def test_for_many_numbers(number):
    assert count("given") == 1
"""
pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def count() -> Problem:
    files = {"problem.toml": FACTS, "statement.md": b"", "starter.py": b"", "solution.py": SOLUTION}
    return from_files("count", {**files, "tests/test_sample.py": SAMPLE, "tests/test_hidden.py": HIDDEN})


def answering(what: str, expression: str) -> bytes:
    changed = f"def count(what):\n    return {expression} if what == {what!r} else RIGHT[what]\n"
    return SOLUTION + changed.encode()


@pytest.mark.parametrize(
    ("what", "expression"),
    [
        pytest.param("numbers", "10**9", id="eight gigabytes of numbers"),
        pytest.param("numbers", "120_000_000", id="nearly all the memory of a checker"),
        pytest.param("numbers", "10**300", id="more numbers than there are addresses"),
        pytest.param("text", "''.join(map(str, range(35_000)))", id="a long text to compare"),
        pytest.param("text", "'\\\\n'.join('abcabd'[i % 5:] for i in range(40_000))", id="lines that nearly match"),
        pytest.param("name", "frozenset(range(20_000))", id="a key of many parts"),
        pytest.param("name", "[]", id="a key that cannot be one"),
        pytest.param("given", "2", id="wrong in every example"),
    ],
)
def test_a_costly_answer_is_a_wrong_one(what: str, expression: str, grader: Grader, count: Problem) -> None:
    report = grader.grade(count, answering(what, expression))
    assert report.verdict is Verdict.FAILED
    assert sum(test.outcome is Outcome.FAILED for test in report.tests) == 1
    assert report.duration_ms < 20_000


def test_the_checker_serves_the_next_submission_as_if_nothing_had_been(grader: Grader, count: Problem) -> None:
    for _ in range(2):
        assert grader.grade(count, answering("given", "2")).verdict is Verdict.FAILED
        assert grader.grade(count, SOLUTION).verdict is Verdict.PASSED


def test_an_answer_that_makes_a_test_run_on_for_ever_is_late(grader: Grader, count: Problem) -> None:
    facts = FACTS.replace(b"total_seconds = 20.0", b"total_seconds = 2.0")
    hurried = from_files("count", {**count.files, "problem.toml": facts})
    report = grader.grade(hurried, answering("times", "10**15"))
    assert report.verdict is Verdict.TIME_LIMIT
    assert report.sentence == "All tests together took longer than 2 seconds."
    assert grader.grade(count, SOLUTION).verdict is Verdict.PASSED
