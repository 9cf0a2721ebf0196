"""Hidden inputs stay hidden, by whatever way a submission tries to carry them out."""

from __future__ import annotations

import os

import msgspec
import pytest

from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem, from_folder
from gradatim_runner.report import Outcome, Report
from tests.cases.expected import CASES, expected_of

LEAKS = {path.stem: path for path in sorted((CASES / "leaks").glob("*.py"))}
SECRETS = ("swordfish", "SWORDFISH", "hsifdrows", "7391305", "73,913", "70c889", b"swordfish".hex())
OURS = ("/opt/", "gradatim_runner", "site-packages", "Traceback", "student.py")
WHISPERED = ("hello", "goodbye")

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def whisper() -> Problem:
    return from_folder(CASES / "whisper")


def shown(report: Report) -> str:
    """The whole report as a student could get it, less how long things took."""
    tests = [msgspec.structs.replace(test, duration_ms=0.0) for test in report.tests]
    return msgspec.json.encode(msgspec.structs.replace(report, tests=tests, duration_ms=0.0)).decode()


@pytest.mark.parametrize("name", LEAKS)
def test_hidden_inputs_are_nowhere_in_what_a_student_sees(name: str, grader: Grader, whisper: Problem) -> None:
    report = grader.grade(whisper, LEAKS[name].read_bytes())
    assert report.verdict in expected_of(LEAKS[name]).verdicts
    assert [secret for secret in SECRETS if secret in shown(report)] == []
    hidden = [test for test in report.tests if not test.visible]
    assert len(hidden) == 2
    assert all(test.outcome is not Outcome.PASSED for test in hidden)
    if name.startswith("forged"):  # then the forgery itself works: it lets the words through that all may hear
        assert all(test.outcome is Outcome.PASSED for test in report.tests if test.visible)


def test_what_visible_tests_print_is_shown(grader: Grader, whisper: Problem) -> None:
    report = grader.grade(whisper, LEAKS["printed"].read_bytes())
    for word in WHISPERED:
        assert f"told {word}" in report.stdout
        assert f"told {word}" in report.stderr


def test_a_hidden_exception_shows_its_type_and_line_alone(grader: Grader, whisper: Problem) -> None:
    report = grader.grade(whisper, LEAKS["raised_text"].read_bytes())
    hidden = next(test for test in report.tests if not test.visible)
    assert hidden.message == "Your code raised ValueError in line 8."
    assert hidden.line == 8


def test_a_hidden_exception_of_the_learners_own_type_shows_no_name(grader: Grader, whisper: Problem) -> None:
    report = grader.grade(whisper, LEAKS["raised_type"].read_bytes())
    hidden = next(test for test in report.tests if not test.visible)
    assert hidden.message == "Your code raised an exception of its own in line 5."


VISIBLE_ERROR = b"""
def inner(word):
    return {"a": 1}[word]

def whisper(word, number):
    return inner(word)
"""


def test_a_visible_exception_shows_type_text_and_the_learners_own_line(grader: Grader, whisper: Problem) -> None:
    report = grader.grade(whisper, VISIBLE_ERROR)
    first = report.tests[0]
    assert (first.message, first.line) == ("Your code raised KeyError: 'hello' (line 3).", 3)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"import numpy\ndef whisper(a, b): return numpy.zeros(-1)", id="raised inside NumPy"),
        pytest.param(b"def whisper(): pass", id="called with the wrong arguments"),
        pytest.param(b"import json\ndef whisper(a, b): return json.loads('{')", id="raised inside the library"),
        pytest.param(b"def whisper(a, b): raise SystemExit", id="asked to exit"),
        pytest.param(b"def whisper(a, b): return whisper(a, b)", id="endless recursion"),
        pytest.param(b"import os; os._exit(3)", id="left while loading"),
        pytest.param(b"def whisper(a, b): return 1 +", id="no Python"),
    ],
)
def test_no_path_and_no_frame_of_ours_is_ever_shown(source: bytes, grader: Grader, whisper: Problem) -> None:
    said = shown(grader.grade(whisper, source))
    assert [
        word for word in ("/opt/", "gradatim_runner", "site-packages", "Traceback", "student.py") if word in said
    ] == []


def test_the_servers_environment_is_not_the_sandboxes(grader: Grader, whisper: Problem) -> None:
    source = b"import os\nprint(sorted(os.environ))\ndef whisper(word, number): return word"
    names = grader.grade(whisper, source).stdout
    assert "PATH" in names
    ours = {name for name in os.environ if name.startswith(("GRADATIM", "PYTEST", "SSH", "USER"))}
    assert [name for name in ours if name in names] == []
