"""Most tests are called without pytest's phases. Beside those that need them, nobody can tell."""

from __future__ import annotations

import pytest

from gradatim_grader.grader import Grader
from gradatim_runner.report import Outcome
from tests.grader.tiny import tiny

HIDDEN = '''
import pytest
from hypothesis import given, strategies
from submission import grown

log = []


@pytest.fixture(scope="module")
def three():
    log.append("made")
    yield 3
    log.append("unmade")


def test_plain_before():
    assert log == []
    assert grown(0) == 5


def test_with_a_fixture(three):
    assert log == ["made"]
    assert grown(three) == 11


def test_plain_in_between():
    """Said in a line."""
    assert log == ["made"]
    assert grown(1) == 7


@pytest.mark.hint("The same fixture still.")
@pytest.mark.points(2)
def test_with_the_fixture_again(three):
    assert log == ["made"]
    assert grown(three) == 11


def test_plain_behind():
    assert log == ["made"]


@pytest.mark.parametrize("number", [2, 4])
def test_each(number):
    assert grown(number) == 2 * number + 5


def test_with_a_folder(tmp_path):
    (tmp_path / "found").write_text(str(grown(2)))
    assert (tmp_path / "found").read_text() == "9"


@given(strategies.integers(0, 9))
def test_of_any_number(number):
    assert grown(number) == 2 * number + 5


class TestInAClass:
    def test_method(self):
        assert grown(6) == 17


def test_that_skips_itself():
    pytest.skip("another time")


@pytest.mark.skip
def test_skipped():
    assert grown(1) == 0


@pytest.mark.xfail
def test_that_is_known_to_fail():
    assert grown(1) == 0


def test_that_says_so_itself():
    pytest.xfail("not yet")


def test_that_fails():
    pytest.fail("no")


def test_wrong():
    assert grown(1) == 8


async def test_that_nobody_awaits():
    assert grown(1) == 7
'''
NOT_RUN = ["skips_itself", "skipped", "is_known_to_fail", "says_so_itself"]
FAILED = ["that_fails", "wrong", "that_nobody_awaits"]

pytestmark = pytest.mark.docker


def test_every_kind_of_test_has_the_outcome_that_pytest_gives_it(grader: Grader) -> None:
    problem = tiny(test_hidden=HIDDEN)
    report = grader.grade(problem, problem.files["solution.py"])
    found = {test.name: test.outcome for test in report.tests}
    assert len(report.tests) == HIDDEN.count("def test_") + 1 + 1  # one of them twice, and the sample test
    for name, outcome in found.items():
        expected = Outcome.PASSED
        if name.removeprefix("test_that_").removeprefix("test_") in NOT_RUN:
            expected = Outcome.NOT_RUN
        elif name.removeprefix("test_") in FAILED:
            expected = Outcome.FAILED
        assert (name, outcome) == (name, expected)
