"""Calls with arguments of one's own, in the sandbox: the learner's answer and the reference's, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from gradatim_grader.calls import OwnCall, read
from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import CallAnswer, DifferenceKind, Report, Verdict

pytestmark = pytest.mark.docker

FILES = {
    "problem.toml": """
title = "Rooting"
summary = "Take a root."
difficulty = "easy"
entry = ["root", "spread"]
show_expected = true
""",
    "statement.md": "Take a root.",
    "starter.py": "def root(x):\n    pass\n",
    "solution.py": """
import numpy as np

CANARY = "canary in the solution"

def root(x):
    if x < 0:
        raise ValueError("negative")
    return float(x) ** 0.5

def spread(count):
    return np.zeros((count, count))
""",
    "tests/test_sample.py": "from submission import root\ndef test_four():\n    assert root(4) == 2\n",
    "tests/test_hidden.py": "from submission import root\nX = 'canary'\ndef test_nine():\n    assert root(9) == 3\n",
}
RIGHT = b"""
import numpy as np
def root(x):
    if x < 0:
        raise ValueError(x)
    print("asked for", x)
    return float(x) ** 0.5
def spread(count):
    return np.zeros((2, 2))
"""


def problem(**facts: bool) -> Problem:
    files = dict(FILES)
    for name, value in facts.items():
        files["problem.toml"] = files["problem.toml"].replace(f"{name} = true", f"{name} = {str(value).lower()}")
    return from_files("rooting", {name: text.encode() for name, text in files.items()})


def called(grader: Grader, typed: str, source: bytes = RIGHT, **facts: bool) -> Report:
    asked = problem(**facts)
    return grader.grade(asked, source, scope=Scope.CALL, call=read(typed, entry=asked.facts.entry))


def answer(report: Report) -> CallAnswer:
    assert report.call is not None
    return report.call


def test_the_answer_the_output_and_what_was_expected_come_back(grader: Grader) -> None:
    report = called(grader, "16")
    assert (report.verdict, report.tests, report.max_score) == (Verdict.PASSED, [], 0.0)
    assert report.stdout == "asked for 16\n"
    found = answer(report)
    assert found.call == "root(16)"
    assert found.returned is not None
    assert (found.returned.text, found.returned.described) == ("4.0", "a float")
    assert found.expected == found.returned


def test_a_wrong_answer_says_how_it_differs(grader: Grader) -> None:
    report = called(grader, "16", b"def root(x):\n    return x / 2\n")
    assert report.verdict is Verdict.FAILED
    assert "8 where 4 was expected" in report.sentence
    difference = answer(report).difference
    assert difference is not None
    assert difference.kind is DifferenceKind.VALUES


def test_of_an_array_a_part_comes_as_numbers(grader: Grader) -> None:
    found = answer(called(grader, "spread(2)"))
    assert found.returned is not None
    assert found.returned.preview is not None
    assert found.returned.preview.cells == [[0.0, 0.0], [0.0, 0.0]]


def test_where_the_problem_keeps_its_answers_nothing_of_the_reference_is_told(grader: Grader) -> None:
    report = called(grader, "16", b"def root(x):\n    return 5\n", show_expected=False)
    assert (report.verdict, answer(report).expected, answer(report).difference) == (Verdict.PASSED, None, None)
    assert report.sentence == "Your function returned an int."
    raised = called(grader, "-1", RIGHT, show_expected=False)
    assert raised.verdict is Verdict.ERROR
    assert answer(raised).refused == ""


def test_arguments_that_both_refuse_in_the_same_way_are_as_expected(grader: Grader) -> None:
    report = called(grader, "-1")
    assert report.verdict is Verdict.PASSED
    assert "So does the reference" in report.sentence
    other = called(grader, "-1", b"def root(x):\n    return 1\n")
    assert (other.verdict, answer(other).refused) == (Verdict.FAILED, "ValueError")


def test_arguments_that_are_too_much_for_the_reference_cost_only_what_was_expected(grader: Grader) -> None:
    report = called(grader, "spread(200000)")
    assert report.verdict is Verdict.PASSED
    assert answer(report).expected is None
    assert called(grader, "spread(2)").verdict is Verdict.PASSED  # the checker lives


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        pytest.param("def root(x):\n    while True: pass\n", Verdict.TIME_LIMIT, id="endless"),
        pytest.param("def root(x):\n    raise KeyError('k')\n", Verdict.ERROR, id="an exception"),
        pytest.param("def root(x):\n    import os; os._exit(0)\n", Verdict.ERROR, id="the end of the process"),
        pytest.param("def root(x)\n    pass\n", Verdict.SYNTAX_ERROR, id="no Python"),
        pytest.param("def other(x):\n    pass\n", Verdict.ERROR, id="no such function"),
        pytest.param("def root(x):\n    print('x' * 10**7)\n", Verdict.OUTPUT_LIMIT, id="a flood"),
        pytest.param("def root(x):\n    return object()\n", Verdict.FAILED, id="no plain value"),
        pytest.param("def root(x):\n    return None\n", Verdict.FAILED, id="nothing"),
        pytest.param("def root(x):\n    return '\\0\\u202e' * 50000\n", Verdict.FAILED, id="characters that act"),
    ],
)
def test_whatever_the_function_does_is_only_its_answer(grader: Grader, source: str, verdict: Verdict) -> None:
    report = called(grader, "16", source.encode())
    assert report.verdict is verdict
    assert report.sentence
    assert "canary" not in msgspec.json.encode(report).decode()


def test_a_learner_cannot_reach_the_reference_or_the_tests_by_a_call(grader: Grader) -> None:
    spy = b"""
import os, sys
def root(x):
    found = [name for name in sys.modules if name in ("solution", "test_hidden", "test_sample")]
    for folder, _, names in os.walk("/tmp"):
        found += names
    return repr((found, x))
"""
    found = answer(called(grader, '"canary?"', spy))
    assert found.returned is not None
    assert found.returned.text == repr(repr(([], "canary?")))


def test_calls_of_one_person_share_the_container_of_their_runs(grader: Grader) -> None:
    asked = problem()
    where = b"import os\nprint(os.uname().nodename)\ndef root(x):\n    return 2.0\n"
    run = grader.grade(asked, where, scope=Scope.RUN, keep_for="ann")
    call = grader.grade(asked, where, scope=Scope.CALL, keep_for="ann", call=OwnCall("root", "4"))
    assert run.stdout == call.stdout
