"""The lesson of positional-encoding as its tests need it: its parts, and the functions that compute what it shows."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock, Aside, Prose, Quiz, TryBlock
from tests.problems.positional_encoding import PROBLEM, Array, reference

LESSON = lesson.read(PROBLEM.text("theory.md"), file="theory.md")
PROSE = " ".join(
    " ".join(part.block.markdown.split()) for part in LESSON.parts if isinstance(part.block, Prose | Aside)
)
ARRAYS = [block for _, block in LESSON.of(ArrayBlock)]
QUIZZES = {quiz.name: quiz for _, quiz in LESSON.of(Quiz)}
SNIPPETS = [block for _, block in LESSON.of(TryBlock)]


def function_of_lesson(name: str) -> Callable[..., Array]:
    """A function of lesson.py, or of the reference, as the checker finds it."""
    solution = types.ModuleType("solution")
    solution.positional_encoding = reference  # type: ignore[attr-defined]
    namespace: dict[str, Any] = {"__name__": "lesson"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "solution", solution)
        exec(compile(PROBLEM.text("lesson.py"), "lesson.py", "exec", dont_inherit=True), namespace)
    found = namespace.get(name, reference)
    return lambda *args: np.asarray(found(*args))


def shown(function: str, *args: Any) -> Array:
    """What the lesson shows of this call, which must stand in it once."""
    (block,) = [block for block in ARRAYS if block.function == function and block.args == list(args)]
    whole = function_of_lesson(block.function)(*block.args)
    rows, columns = block.rows or range(whole.shape[0]), block.columns or range(whole.shape[1])
    return np.asarray(whole[np.ix_(rows, columns)])


def right_choices(name: str) -> set[str]:
    return {choice.text for choice in QUIZZES[name].choices if choice.correct}


def explanation(name: str, choice: str) -> str:
    (found,) = [each for each in QUIZZES[name].choices if each.text == choice]
    return found.explain
