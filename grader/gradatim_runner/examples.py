"""Examples of a problem page, computed by the reference: what is shown was never typed."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from gradatim_runner.messages import ExampleCall, ExampleResult, ProblemMessage


class ExampleFailed(Exception):
    """The message says which example, and why."""


def computed(problem: ProblemMessage) -> list[ExampleResult]:
    """Each example's call and result as text; arrays with eight digits behind the point.

    Raises:
        ExampleFailed: the reference does not answer one of them.
    """
    made = []
    for number, example in enumerate(problem.examples, start=1):
        try:
            call, result = _session(example) if example.steps else _called(example.function, example.args)
        except Exception as error:
            raise ExampleFailed(f"number {number} raised {type(error).__name__}: {error}") from error
        made.append(ExampleResult(call, _text(result), example.explain))
    return made


def _called(function: str, listed: list[Any], *, of: Any = None) -> tuple[str, Any]:
    """A call as text, and what the reference answers to it."""
    args = [argument(value) for value in listed]
    found = getattr(sys.modules["solution"] if of is None else of, function)
    return f"{function}({', '.join(map(_text, args))})", found(*args)


def _session(example: ExampleCall) -> tuple[str, Any]:
    """An object and what it is asked, as an interactive session up to the last answer; and that answer."""
    text, made = _called(example.function, example.args)
    lines, result = [f"it = {text}"], None
    for name, *listed in example.steps:
        if result is not None:
            lines.append(_text(result))
        text, result = name, getattr(made, name)
        if callable(result):
            text, result = _called(name, listed, of=made)
        lines.append(f">>> it.{text}")
    return "\n".join(lines), result


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
