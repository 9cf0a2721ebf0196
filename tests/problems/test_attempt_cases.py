"""The cases under tests/cases/attempts are well formed. They are learner code: read here, never run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gradatim_runner.report import Verdict
from tests.problems.positional_encoding import ATTEMPTS, PROBLEM

HEADER = re.compile(r"# expect: (?P<verdicts>[a-z_]+(?: [a-z_]+)*?)(?: pitfall=(?P<names>[a-z0-9,-]+))?")
CASES = [pytest.param(path, id=path.stem) for path in sorted(ATTEMPTS.glob("*.py"))]


def test_there_are_cases() -> None:
    assert len(CASES) >= 25


@pytest.mark.parametrize("path", CASES)
def test_a_case_says_what_must_come_out_in_words_that_the_project_knows(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    header = HEADER.fullmatch(first)
    assert header, first
    assert set(header["verdicts"].split()) <= set(Verdict)
    known = {pitfall.name for pitfall in PROBLEM.facts.pitfalls} | {"none"}
    assert set((header["names"] or "none").split(",")) <= known


def test_every_pitfall_but_one_has_a_case() -> None:
    """exponent-multiplied has none: what it gives depends on whether the learner's numbers overflow."""
    named = set()
    for path in ATTEMPTS.glob("*.py"):
        header = HEADER.fullmatch(path.read_text(encoding="utf-8").splitlines()[0])
        assert header
        named |= set((header["names"] or "none").split(","))
    assert {pitfall.name for pitfall in PROBLEM.facts.pitfalls} - named == {"exponent-multiplied"}
