"""From what a test raised to what a student may read of it."""

from __future__ import annotations

import inspect
import math
from functools import cache
from typing import Any

import msgspec
import pytest

from gradatim_runner import sentences
from gradatim_runner.messages import ProblemMessage
from gradatim_runner.report import Difference, DifferenceKind, Outcome, TestResult
from gradatim_runner.submission import Exchange
from gradatim_runner.testing import MARK_NAMES, Mismatch
from gradatim_runner.unanswered import LearnerRaised, outcome_of
from gradatim_runner.words import checked

MAX_MESSAGE_CHARS = 2000

# What a hidden test may say of a wrong answer: true of the learner's own value, silent about inputs and the right one.
HIDDEN_SENTENCES = {
    DifferenceKind.TYPE: "Your function did not return the type that is asked for.",
    DifferenceKind.SHAPE: "The shape of your answer is not the one asked for.",
    DifferenceKind.DTYPE: "The dtype of your answer is not the one asked for.",
    DifferenceKind.FINITE: "Your answer holds nan or inf where there should be numbers.",
    DifferenceKind.VALUES: "Type and shape are right, numbers are not.",
}
RETURNED_NONE = "Your function returned None. Does it end with a return statement?"


class Judged(msgspec.Struct, frozen=True):
    """A test's outcome and what students may read of it."""

    outcome: Outcome
    message: str = ""
    line: int | None = None
    difference: Difference | None = None


class TestFacts(msgspec.Struct, frozen=True):
    """What a test's own source says of it."""

    __test__ = False

    name: str
    title: str
    sample: bool
    visible: bool
    max_points: float
    hint: str
    changes_arguments: bool = False
    shares: bool = False  # a fixture with other tests, which may have failed before this one could ask anything
    plain: bool = False  # to run it is to call its function, and nothing else: no fixture, no mark but ours, no hook

    def result(self, judged: Judged, *, duration_ms: float = 0.0) -> TestResult:
        passed = judged.outcome is Outcome.PASSED
        return TestResult(
            name=self.name,
            title=self.title,
            visible=self.visible,
            outcome=judged.outcome,
            points=self.max_points if passed else 0.0,
            max_points=self.max_points,
            duration_ms=duration_ms,
            message=judged.message,
            hint="" if passed else self.hint,
            line=judged.line,
            difference=judged.difference,
        )


@cache
def test_facts(item: pytest.Item) -> TestFacts:
    """Name, title (first line of the docstring), points, hint and visibility of a test."""
    sample = item.path.name == "test_sample.py"
    points, hint = item.get_closest_marker("points"), item.get_closest_marker("hint")
    visible = sample or item.get_closest_marker("visible") is not None
    return TestFacts(
        name=item.name if visible else getattr(item, "originalname", item.name),  # ids of parameters are inputs
        title=_title(item),
        sample=sample,
        visible=visible,
        max_points=float(points.args[0]) if points and points.args else float(not sample),
        hint=str(hint.args[0]) if hint and hint.args else "",
        changes_arguments=item.get_closest_marker("changes_arguments") is not None,
        shares=_shares(item),
        plain=_is_plain(item),
    )


def _shares(item: pytest.Item) -> bool:
    found = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    return any(each.scope != "function" for fixtures in found.values() for each in fixtures)


def _is_plain(item: pytest.Item) -> bool:
    if type(item) is not pytest.Function or item.cls is not None or item.fixturenames:
        return False
    if inspect.iscoroutinefunction(item.obj) or inspect.isasyncgenfunction(item.obj):  # a call would only make one
        return False
    if not {mark.name for mark in item.iter_markers()} <= MARK_NAMES:
        return False
    if hasattr(item.module, "pytest_plugins"):
        return False
    return not any(name.endswith("conftest.py") for name, _ in item.config.pluginmanager.list_name_plugin())


def mark_fault(item: pytest.Item) -> str:
    """What is wrong with the marks of a test, or ""."""
    for mark in item.iter_markers("points"):
        worth = mark.args[0] if len(mark.args) == 1 else None
        if not isinstance(worth, int | float) or not 0 <= worth < math.inf:
            return "the mark points takes one number, 0 or more"
    for mark in item.iter_markers("hint"):
        if len(mark.args) != 1 or not isinstance(mark.args[0], str):
            return "the mark hint takes one text"
    return ""


def called(call: str, difference: str) -> TestResult:
    """A call that does not answer as the reference, as a failed test for the problem's author."""
    facts = TestFacts(name=call, title="", sample=False, visible=False, max_points=0.0, hint="")
    return facts.result(Judged(Outcome.FAILED, difference))


test_facts.__test__ = False  # type: ignore[attr-defined]


def judged(
    error: BaseException | None, exchange: Exchange, problem: ProblemMessage, *, visible: bool, skipped: bool
) -> Judged:
    """The outcome of one test. A call without an answer decides, whatever the test made of it."""
    if exchange.broken is not None:
        return Judged(outcome_of(exchange.broken), sentences.broken(exchange.broken, problem) + ".")
    if skipped:
        return Judged(Outcome.NOT_RUN, "This test was skipped.")
    if error is None:
        return Judged(Outcome.PASSED)
    if isinstance(error, LearnerRaised):
        fault = error.raised
        return Judged(Outcome.ERROR, sentences.raised(fault, hidden=not visible) + ".", fault.line)
    if exchange.last_answer is None:
        return Judged(Outcome.FAILED, RETURNED_NONE)
    if isinstance(error, Mismatch):
        if visible:
            return Judged(Outcome.FAILED, error.difference.sentence + ".", None, error.difference)
        return Judged(Outcome.FAILED, HIDDEN_SENTENCES[error.difference.kind])
    return Judged(Outcome.FAILED, _assertion(error) if visible else "")


def _assertion(error: BaseException) -> str:
    text = str(error).strip() or "The assertion does not hold."
    if not isinstance(error, AssertionError):
        text = f"The test could not use the answer: {type(error).__name__}: {text}"
    return checked(text, most_chars=MAX_MESSAGE_CHARS)


def _title(item: pytest.Item) -> str:
    function: Any = getattr(item, "function", None)
    lines = (inspect.getdoc(function) or "").splitlines()
    if lines and lines[0].strip():
        return lines[0].strip().rstrip(".")
    return getattr(item, "originalname", item.name).removeprefix("test_").replace("_", " ")
