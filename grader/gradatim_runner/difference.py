"""How an answer differs from what was expected: the first thing that is off, said in one sentence.

Order: type, shape, dtype, finiteness, values. NumPy's own comparisons accept a scalar for an array, an empty or a
masked one, and whatever a subclass says; here each of these is a difference.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradatim_runner.report import Cell, Difference, DifferenceKind, Preview
from gradatim_runner.values import Foreign

PREVIEW_ROWS, PREVIEW_COLUMNS = 32, 48

# Types that a careful person would call the same: Python's own numbers and NumPy's equal ones.
_SAME_SCALAR = {np.bool_: bool, np.int64: int, np.float64: float, np.complex128: complex}


def difference(got: Any, expected: Any, *, rtol: float, atol: float) -> Difference | None:
    """The first difference between two plain values, or None where they match.

    Arrays: a plain ndarray of exactly the expected shape and dtype, finite where the expected one is, then
    |got - expected| <= atol + rtol * |expected|. nan matches nan, inf matches inf of the same sign. Numbers: the same
    type, then as for arrays. Lists, tuples and dictionaries: part by part. All else: equal.
    """
    if isinstance(expected, np.ndarray):
        return _array_difference(got, expected, rtol=rtol, atol=atol)
    if isinstance(expected, (bool, int, float, complex, np.generic)):
        return _number_difference(got, expected, rtol=rtol, atol=atol)
    if type(got) is not type(expected):
        return _differs(DifferenceKind.TYPE, f"{_a(got)} was returned where {_a(expected)} was expected", got, expected)
    if isinstance(expected, (list, tuple)):
        return _sequence_difference(got, expected, rtol=rtol, atol=atol)
    if isinstance(expected, dict):
        return _dictionary_difference(got, expected, rtol=rtol, atol=atol)
    if got != expected:
        sentence = f"{short(got)} was returned where {short(expected)} was expected"
        return _differs(DifferenceKind.VALUES, sentence, got, expected)
    return None


def described(value: Any) -> str:
    """What a value is, in a few words: "a 3 x 4 array of float64", "None", "an object of type Bomb"."""
    if value is None:
        return "None"
    if isinstance(value, Foreign):
        return value.text
    if isinstance(value, np.ndarray):
        shape = shape_text(value.shape)
        return f"a {shape} array of {value.dtype}" if value.ndim else f"an array of {value.dtype} with no axes"
    return _a(value)


def shape_text(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) if shape else "no axes"


def preview(array: np.ndarray[Any, Any], *, around: tuple[int, ...] = ()) -> Preview | None:
    """A part of a matrix or vector as numbers for the page; None for what is neither, or is not real.

    The top left corner, or where that does not hold the cell `around`, a part with that cell in it.
    """
    if array.ndim not in (1, 2) or array.dtype.kind not in "biuf":
        return None
    matrix = np.atleast_2d(array)
    row, column = (0, 0, *around)[-2:]
    top = _beginning(row, PREVIEW_ROWS, matrix.shape[0])
    left = _beginning(column, PREVIEW_COLUMNS, matrix.shape[1])
    part = matrix[top : top + PREVIEW_ROWS, left : left + PREVIEW_COLUMNS].astype(np.float64)
    cells: list[list[float | str]] = [[x if np.isfinite(x) else str(x) for x in row] for row in part.tolist()]
    return Preview(list(array.shape), cells, (top, left))


def _beginning(at: int, shown: int, count: int) -> int:
    """Where a part of `shown` of `count` begins so that `at` is in it: at 0 where that is enough."""
    return 0 if at < shown else min(at - shown // 2, count - shown)


def _array_difference(got: Any, expected: np.ndarray[Any, Any], *, rtol: float, atol: float) -> Difference | None:
    if type(got) is not np.ndarray:
        sentence = f"{_capital(described(got))} was returned where {described(expected)} was expected"
        return _differs(DifferenceKind.TYPE, sentence, got, expected)
    if got.shape != expected.shape:
        sentence = f"The shape is {shape_text(got.shape)} where {shape_text(expected.shape)} was expected"
        if got.T.shape == expected.shape:
            sentence += ": rows and columns have changed places"
        return _differs(DifferenceKind.SHAPE, sentence, got, expected)
    if got.dtype != expected.dtype:
        sentence = f"The dtype is {got.dtype} where {expected.dtype} was expected"
        return _differs(DifferenceKind.DTYPE, sentence, got, expected)
    return _values_difference(got, expected, rtol=rtol, atol=atol)


def _values_difference(
    got: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], *, rtol: float, atol: float
) -> Difference | None:
    wrong = ~close(got, expected, rtol=rtol, atol=atol)
    count = int(np.count_nonzero(wrong))
    if not count:
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    cell = Cell(list(at), _number(expected[at]), _number(got[at]))
    finite = bool(np.all(np.isfinite(got) >= np.isfinite(expected)))
    with np.errstate(all="ignore"):
        errors = np.abs(got.astype(np.result_type(got, np.float64)) - expected)
    largest = float(np.max(errors[wrong & np.isfinite(errors)], initial=0.0))
    sentence = f"{_capital(place_text(at))}: {cell.got} where {cell.expected} was expected"
    sentence += f"; {count} of {wrong.size} numbers differ" if wrong.size > 1 else ""
    sentence += _right_part(wrong)
    return Difference(
        DifferenceKind.VALUES if finite else DifferenceKind.FINITE,
        sentence, described(expected), described(got), cell, largest, count, wrong.size,
        preview(expected, around=at), preview(got, around=at),
    )  # fmt: skip


def _right_part(wrong: np.ndarray[Any, Any]) -> str:
    """What of a matrix is right from its beginning on, where that says something: whole columns, else whole rows."""
    for axis, name in ((0, "column"), (1, "row")) if wrong.ndim == 2 else ():
        count = int(np.argmax(wrong.any(axis=axis)))
        if count:
            return f"; the first {name} is right" if count == 1 else f"; the first {count} {name}s are right"
    return ""


def close(
    got: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], *, rtol: float, atol: float
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Cell by cell closeness of two arrays of one shape and dtype; exact for integers and booleans."""
    equal = got == expected
    if got.dtype.kind not in "fc":
        return np.asarray(equal)
    with np.errstate(all="ignore"):
        wide = np.result_type(got, np.float64)  # float16 arithmetic would round the very error looked for
        mine, theirs = got.astype(wide, copy=False), expected.astype(wide, copy=False)
        near = np.abs(mine - theirs) <= atol + rtol * np.abs(theirs)
    both_nan = np.isnan(got) & np.isnan(expected)
    return np.asarray(equal | (near & np.isfinite(got) & np.isfinite(expected)) | both_nan)


def place_text(index: tuple[int, ...]) -> str:
    if len(index) == 2:
        return f"row {index[0]}, column {index[1]}"
    return f"index {', '.join(map(str, index))}" if index else "the number"


def _number_difference(got: Any, expected: Any, *, rtol: float, atol: float) -> Difference | None:
    if _scalar_type(got) is not _scalar_type(expected):
        sentence = f"{_capital(described(got))} was returned where {_a(expected)} was expected"
        return _differs(DifferenceKind.TYPE, sentence, got, expected)
    try:
        return _values_difference(np.asarray(got), np.asarray(expected), rtol=rtol, atol=atol)
    except (TypeError, OverflowError):  # an integer beyond 64 bits makes an array of objects
        if got == expected:
            return None
        return _differs(DifferenceKind.VALUES, f"{short(got)} where {short(expected)} was expected", got, expected)


def _scalar_type(value: Any) -> type:
    return _SAME_SCALAR.get(type(value), type(value))


def _sequence_difference(got: Any, expected: Any, *, rtol: float, atol: float) -> Difference | None:
    if len(got) != len(expected):
        sentence = f"It has {len(got)} items where {len(expected)} were expected"
        return _differs(DifferenceKind.SHAPE, sentence, got, expected)
    for number, (mine, theirs) in enumerate(zip(got, expected, strict=True)):
        inner = difference(mine, theirs, rtol=rtol, atol=atol)
        if inner:
            return _inside(inner, f"item {number}")
    return None


def _dictionary_difference(
    got: dict[Any, Any], expected: dict[Any, Any], *, rtol: float, atol: float
) -> Difference | None:
    if got.keys() != expected.keys():
        return _differs(DifferenceKind.SHAPE, "It has other keys than were expected", got, expected)
    for key in expected:
        inner = difference(got[key], expected[key], rtol=rtol, atol=atol)
        if inner:
            return _inside(inner, f"key {short(key)}")
    return None


def _inside(inner: Difference, place: str) -> Difference:
    return Difference(**{**{f: getattr(inner, f) for f in inner.__struct_fields__}, "sentence": f"In {place}: "
                         + inner.sentence[:1].lower() + inner.sentence[1:]})  # fmt: skip


def _differs(kind: DifferenceKind, sentence: str, got: Any, expected: Any) -> Difference:
    shown = [preview(v) if type(v) is np.ndarray else None for v in (expected, got)]
    return Difference(kind, _capital(sentence), described(expected), described(got), expected=shown[0], got=shown[1])


def _a(value: Any) -> str:
    if value is None or isinstance(value, Foreign):
        return described(value)
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _number(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, (float, np.floating)) else str(value)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
