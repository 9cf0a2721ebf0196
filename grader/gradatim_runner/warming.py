"""Tests of nothing, which a checker runs before its first submission, for the sake of speed alone.

Python makes code faster that has run a few times, and much is made when it is first needed. What the process has that
children are forked from, every child has from the start. The problem's own tests do not run there: whatever they left
behind, every submission would meet.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from gradatim_runner.grading import Grading
from gradatim_runner.local import LocalWire
from gradatim_runner.messages import ProblemMessage, Start, Task
from gradatim_runner.naming import Namer
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.testing import assert_matches

PATH = Path(__file__)
ENTRY = "same"
SOURCE = f"def {ENTRY}(value):\n    return value\n"
ROUNDS = 4


def test_that_what_is_sent_comes_back() -> None:
    """Every kind of answer that is common."""
    same = getattr(sys.modules["submission"], ENTRY)
    for value in (np.ones((4, 6)), np.arange(5), [1, 2.5, "three"], 4):
        assert_matches(same(value), value, rtol=0, atol=1e-12)


@pytest.mark.parametrize("value", [4])
def test_that_pytest_runs(value: int) -> None:
    """It has an argument, so it is run with every phase."""
    assert_matches(getattr(sys.modules["submission"], ENTRY)(value), value)


def warm_up(items: list[pytest.Item], problem: ProblemMessage, module: SubmissionModule, namer: Namer) -> None:
    """Run `items`, tests of this file, in this process."""
    problem = msgspec.structs.replace(problem, entry=[ENTRY])
    for _ in range(ROUNDS):
        wire = LocalWire(SOURCE, call_seconds=problem.call_seconds)
        Grading(problem, wire, module, namer).report(items, Start(Task.SUBMIT, naming_seconds=0), tell=lambda _: None)
    module.exchange = None
