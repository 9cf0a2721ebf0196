"""Calls that a test makes together, in real containers: each has a clock, a place in what is printed, and its fault."""

from __future__ import annotations

import pytest

from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import Outcome, Report, Verdict

FACTS = b"""title = "Grow"
summary = "Adds one."
difficulty = "easy"
entry = "grown"
[limits]
call_seconds = 0.5
"""
SAMPLE = b"""
from submission import grown
from gradatim_runner.testing import call_each

def test_five_numbers():
    assert call_each(grown, [[number] for number in range(5)]) == [1, 2, 3, 4, 5]
"""
HIDDEN = b"""
import numpy as np
from submission import grown
from gradatim_runner.testing import call_each

def test_large_answers():
    arrays = [np.full(40_000, number) for number in range(4)]
    for number, answer in enumerate(call_each(grown, [[array] for array in arrays])):
        assert answer.shape == (40_000,)
        assert (answer == number + 1).all()

def test_one_more():
    assert grown(7) == 8
"""

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def grow() -> Problem:
    files = {
        "problem.toml": FACTS,
        "statement.md": b"",
        "starter.py": b"",
        "solution.py": b"def grown(n):\n    return n + 1\n",
    }
    return from_files("grow", {**files, "tests/test_sample.py": SAMPLE, "tests/test_hidden.py": HIDDEN})


def graded(grader: Grader, problem: Problem, *lines: str) -> Report:
    """Of a function whose body begins with these lines; `fourth` is one of the five calls of the sample test."""
    body = "".join(f"    {line}\n" for line in ("fourth = type(n) is int and n == 3", *lines))
    return grader.grade(problem, f"import os, sys, time\ndef grown(n):\n{body}    return n + 1\n".encode())


def outcomes(report: Report) -> list[Outcome]:
    return [test.outcome for test in report.tests]


def test_right_answers_pass_small_and_large(grader: Grader, grow: Problem) -> None:
    report = graded(grader, grow, "print('got', n if isinstance(n, int) else n[0])")
    assert report.verdict is Verdict.PASSED
    assert report.stdout == "".join(f"got {number}\n" for number in range(5))


def test_each_call_has_a_clock_of_its_own(grader: Grader, grow: Problem) -> None:
    assert graded(grader, grow, "time.sleep(0.2)").verdict is Verdict.PASSED  # a second for five, of half for each


@pytest.mark.parametrize("line", ["while fourth: pass", "if fourth: time.sleep(60)"])
def test_one_that_never_ends_is_late_and_the_next_test_gets_a_fresh_container(
    grader: Grader, grow: Problem, line: str
) -> None:
    report = graded(grader, grow, line)
    assert outcomes(report) == [Outcome.TIME_LIMIT, Outcome.PASSED, Outcome.PASSED]


@pytest.mark.parametrize("line", ["if fourth: os._exit(0)", "if fourth: sys.exit(0)"])
def test_one_that_leaves_is_an_error_of_its_test_alone(grader: Grader, grow: Problem, line: str) -> None:
    assert outcomes(graded(grader, grow, line)) == [Outcome.ERROR, Outcome.PASSED, Outcome.PASSED]


def test_a_child_that_one_leaves_behind_does_not_answer_in_its_parents_place(grader: Grader, grow: Problem) -> None:
    assert graded(grader, grow, "if fourth: os.fork()").verdict is Verdict.PASSED


def test_what_another_thread_prints_meanwhile_tears_no_answer(grader: Grader, grow: Problem) -> None:
    source = """
import threading, time

def talk():
    while True:
        print("and on")
        time.sleep(0.0001)

def grown(n):
    if threading.active_count() == 1:
        threading.Thread(target=talk, daemon=True).start()
    for _ in range(200):
        n = n + 0
    return n + 1
"""
    limits = b"output_kib = 4096\n"
    talkative = from_files("grow", grow.files | {"problem.toml": FACTS + limits})
    assert grader.grade(talkative, source.encode()).verdict is Verdict.PASSED


def test_none_among_the_answers_is_told(grader: Grader, grow: Problem) -> None:
    report = graded(grader, grow, "if fourth: return None")
    assert "None" in report.tests[0].message
