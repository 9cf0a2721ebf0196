"""Examples of a problem page, computed by the reference: what is shown was never typed."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from gradatim_runner.messages import ExampleResult, ProblemMessage


def computed(problem: ProblemMessage) -> list[ExampleResult]:
    """Each example's call and result as text; arrays with eight digits behind the point."""
    solution = sys.modules["solution"]
    made = []
    for example in problem.examples:
        args = [argument(value) for value in example.args]
        result = getattr(solution, example.function)(*args)
        call = f"{example.function}({', '.join(map(_text, args))})"
        made.append(ExampleResult(call, _text(result), example.explain))
    return made


def argument(value: Any) -> Any:
    """A list of numbers in a problem's files stands for an array."""
    if isinstance(value, list):
        array = np.asarray(value)
        return array if array.dtype.kind in "biuf" else value
    return value


def _text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return np.array2string(value, separator=", ", precision=8, suppress_small=True, max_line_width=100)
    return repr(value)
