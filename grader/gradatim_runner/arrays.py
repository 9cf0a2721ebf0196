"""The arrays of a lesson, computed by the problem's own functions: what is shown was never typed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from gradatim_runner.examples import argument
from gradatim_runner.messages import ArrayCall, ArrayResult, ProblemMessage
from gradatim_runner.mistakes import pictured

MAX_CELLS = 512 * 512  # of one array: what the page still shows smoothly
MAX_ALL_CELLS = 1 << 20

Matrix = np.ndarray[Any, Any]


class NoMatrix(Exception):
    """A call gives nothing that can be shown; the message says why."""


def computed(problem: ProblemMessage) -> list[ArrayResult]:
    """Every array of the lesson; of the examples those that are a matrix or a vector; and a picture of each mistake."""
    made, cells = list[ArrayResult](), 0
    right = dict[str, Matrix]()
    for call in problem.arrays:
        try:
            result, right[call.key] = _result(call)
        except NoMatrix as error:
            if call.key.startswith("example-"):  # its text is shown in any case
                continue
            result = ArrayResult(call.key, fault=str(error))
        except Exception as error:
            result = ArrayResult(call.key, fault=f"raised {type(error).__name__}: {error}"[:1000])
        cells += len(result.row_numbers) * len(result.column_numbers)
        if cells > MAX_ALL_CELLS:
            result = ArrayResult(call.key, fault=f"all arrays together have more than {MAX_ALL_CELLS:,} cells")
        made.append(result)
    return made + pictured(problem, right)


def _result(call: ArrayCall) -> tuple[ArrayResult, Matrix]:
    """What the page is given, and the whole matrix."""
    args = [argument(value) for value in call.args]
    with np.errstate(all="ignore"):
        whole = _matrix(_function(call.function)(*args))
        wavelengths = _wavelengths(call, args, columns=whole.shape[1])
    rows = _chosen(call.rows, whole.shape[0], "row")
    columns = _chosen(call.columns, whole.shape[1], "column")
    if len(rows) * len(columns) > MAX_CELLS:
        raise NoMatrix(f"has {len(rows)} x {len(columns)} cells; the most is {MAX_CELLS:,}")
    shown = np.ascontiguousarray(whole[np.ix_(rows, columns)], dtype="<f8")
    result = ArrayResult(
        key=call.key,
        row_numbers=rows,
        column_numbers=columns,
        dtype=str(whole.dtype),
        data=shown.tobytes(),
        wavelengths=[wavelengths[column] for column in columns] if wavelengths else [],
    )
    return result, whole


def _function(name: str) -> Callable[..., Any]:
    """From lesson.py where the problem has one and it defines the name, else from the reference."""
    try:
        lesson = importlib.import_module("lesson")
    except ModuleNotFoundError as error:
        if error.name != "lesson":
            raise
        lesson = None
    function = getattr(lesson, name, None) or getattr(sys.modules["solution"], name)
    if not callable(function):
        raise NoMatrix(f"{name} is no function")
    return function  # type: ignore[no-any-return]


def _matrix(value: Any) -> Matrix:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise NoMatrix(f"returned {array.dtype} where real numbers are needed")
    if array.ndim not in (1, 2) or not array.size:
        raise NoMatrix(f"returned an array of shape {array.shape} where a matrix or a vector is needed")
    return np.atleast_2d(array)


def _chosen(numbers: list[int], count: int, what: str) -> list[int]:
    for number in numbers:
        if number >= count:
            raise NoMatrix(f"has no {what} {number}: there are {count}")
    return numbers or list(range(count))


def _wavelengths(call: ArrayCall, args: list[Any], *, columns: int) -> list[float]:
    if not call.wavelengths:
        return []
    lengths = np.asarray(_function(call.wavelengths)(*args), dtype=np.float64)
    if lengths.shape != (columns,):
        raise NoMatrix(f"{call.wavelengths} returned shape {lengths.shape} where one number a column is needed")
    return [float(x) if np.isfinite(x) and x > 0 else 0.0 for x in lengths]
