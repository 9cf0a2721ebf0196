"""What tests of a problem use: `assert_matches`, `call_each`, and the marks `points(n)`, `hint("...")` and others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gradatim_runner.difference import difference
from gradatim_runner.report import Difference

MARKS = (
    "points(n): what passing the test is worth; 1 where it is not said, 0 for sample tests",
    'hint("..."): one sentence that a student who fails the test may read',
    "visible: show students the inputs and the difference of this hidden test",
    "changes_arguments: the function is meant to change its arguments, and this test looks at them",
)
MARK_NAMES = frozenset(mark.partition(":")[0].partition("(")[0] for mark in MARKS)


def call_each(function: Callable[..., Any], calls: Iterable[Iterable[Any]]) -> list[Any]:
    """The answers to several calls, in order: what `[function(*each) for each in calls]` gives, and sooner.

    Each call that a test makes by itself is a journey into the learner's container and back; these make one together.
    Every call has a clock of its own, and behind one that raises the others are not made.
    """
    __tracebackhide__ = True
    together = getattr(function, "each", None)  # a function of the submission has it; others are simply called
    return [function(*each) for each in calls] if together is None else list(together(calls))


class Mismatch(AssertionError):
    """An answer that is not the expected one; `difference` holds what is off."""

    def __init__(self, found: Difference) -> None:
        super().__init__(found.sentence)
        self.difference = found


def assert_matches(got: Any, expected: Any, *, rtol: float = 1e-7, atol: float = 1e-9) -> None:
    """Demand that an answer is the expected plain value.

    Exact type (a plain ndarray: no subclass, list, scalar or masked array), exact shape before any comparison, exact
    dtype, finite where `expected` is, then |got - expected| <= atol + rtol * |expected|.

    Raises:
        Mismatch: any of these does not hold.
    """
    __tracebackhide__ = True
    found = difference(got, expected, rtol=rtol, atol=atol)
    if found is not None:
        raise Mismatch(found)
