"""A problem's own tests against our own sources, in this process: quick, and never for learner code."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gradatim_grader.problem import Problem, from_folder

PROBLEMS = Path(__file__).parents[2] / "problems"
FILES = ("tests/test_sample.py", "tests/test_hidden.py")


class Tried:
    """One problem folder."""

    def __init__(self, slug: str) -> None:
        self.problem: Problem = from_folder(PROBLEMS / slug)
        self.solution = module_of(self.problem.text("solution.py"), "solution")
        self.theory = " ".join(self.problem.text("theory.md").split())

    def lesson(self) -> types.ModuleType:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "solution", self.solution)
            return module_of(self.problem.text("lesson.py"), "lesson")

    def failed(self, submission: types.ModuleType | str) -> list[str]:
        """The names of the tests that this source, or module, fails."""
        if isinstance(submission, str):
            submission = module_of(submission, "submission")
        failed = []
        for test in self._tests(submission):
            try:
                with np.errstate(all="ignore"):
                    test()
            except Exception as error:  # noqa: BLE001 - whatever a wrong source raises
                failed.append(f"{test.__name__}: {error}".splitlines()[0])
        return failed

    def states(self, text: str) -> None:
        """Demand that the lesson says this, however its lines are broken."""
        assert text in self.theory, text

    def _tests(self, submission: types.ModuleType) -> list[Callable[[], None]]:
        tests: list[Callable[[], None]] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "submission", submission)
            patch.setitem(sys.modules, "solution", self.solution)
            for file in FILES:
                module = module_of(self.problem.text(file), "problem_tests")
                tests += [value for name, value in vars(module).items() if name.startswith("test_")]
        return tests


def module_of(source: str, name: str) -> types.ModuleType:
    module = types.ModuleType(name)
    exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
    return module
