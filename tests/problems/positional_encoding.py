"""The problem positional-encoding as its tests need it: the reference, known-wrong variants, the calls of its tests.

Runs only what the project wrote itself, the folder's own files. Learner code, the attempts under tests/cases
included, must never run here: it belongs into a container.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from gradatim_grader.problem import from_folder

Array = np.ndarray[Any, Any]
Encoding = Callable[[int, int], Any]

FOLDER = Path(__file__).parents[2] / "problems" / "positional-encoding"
PROBLEM = from_folder(FOLDER)
ATTEMPTS = Path(__file__).parents[1] / "cases" / "attempts"


class Asked(msgspec.Struct, frozen=True):
    """What one run of the problem's tests did: names of those that failed, points, and every call in order."""

    failed: list[str]
    score: float
    max_score: float
    calls: list[tuple[int, int]]


def function_of(source: str) -> Encoding:
    """The function that a solution, or a variant of it, defines. Warnings of NumPy are part of some mistakes."""
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(compile(source, "solution", "exec", dont_inherit=True), namespace)
    function: Encoding = namespace["positional_encoding"]

    def quiet(seq_length: int, d_model: int) -> Any:
        with np.errstate(all="ignore"):
            return function(seq_length, d_model)

    return quiet


reference = function_of(PROBLEM.text("solution.py"))


def variants_named(name: str) -> list[Encoding]:
    """The functions of all variants of one pitfall, in the order of problem.toml."""
    found = [function_of(variant.source) for variant in PROBLEM.variants() if variant.pitfalls == (name,)]
    assert found, name
    return found


def only(name: str) -> Encoding:
    """The function of a pitfall that has one variant."""
    (function,) = variants_named(name)
    return function


def ask(function: Encoding, *, files: tuple[str, ...] = ("tests/test_sample.py", "tests/test_hidden.py")) -> Asked:
    """Run the problem's tests in this process against one of our own functions."""
    calls: list[tuple[int, int]] = []

    def recorded(seq_length: int, d_model: int) -> Any:
        calls.append((seq_length, d_model))
        return function(seq_length, d_model)

    failed, score, most = [], 0.0, 0.0
    for file in files:
        for test in _tests_of(file, recorded):
            points = _points_of(test, default=0.0 if "sample" in file else 1.0)
            most += points
            try:
                test()
                score += points
            except Exception:  # noqa: BLE001 - whatever a wrong function raises
                failed.append(test.__name__)
    return Asked(failed, score, most, calls)


def _tests_of(file: str, function: Encoding) -> list[Callable[[], None]]:
    submission, solution = types.ModuleType("submission"), types.ModuleType("solution")
    submission.positional_encoding = function  # type: ignore[attr-defined]
    solution.positional_encoding = reference  # type: ignore[attr-defined]
    namespace: dict[str, Any] = {"__name__": "problem_tests"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "submission", submission)
        patch.setitem(sys.modules, "solution", solution)
        exec(compile(PROBLEM.text(file), file, "exec", dont_inherit=True), namespace)
    return [value for name, value in namespace.items() if name.startswith("test_")]


def _points_of(test: Callable[[], None], *, default: float) -> float:
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "points"]
    return float(marks[0].args[0]) if marks else default
