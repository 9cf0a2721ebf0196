"""A fingerprint of a learner's answers: the same for the same mistake, rounding aside. For staff, to group by.

The rule. Of the distinct calls the `MOST_CALLS` with the smallest arguments count. Of each go into one hash: the
function and its arguments; of the answer everything that is no floating-point number, exactly (types, shapes, dtypes,
texts, integers, the name of what was raised); and its floating-point numbers, at most `MOST_NUMBERS` evenly spread,
each as how far it is from the reference's on a scale that rounding cannot move it along: the difference d becomes
round(8 asinh(d / floor)). So what differs by much less than the floor counts as right, and beyond it a step is an
eighth of d itself, whatever d's size: two mistakes stay apart where their errors differ by more than that anywhere.
The floor is 16 times the square root of the dtype's eps, 2e-7 for float64 and 6e-3 for float32, times the largest
number in the reference's answer to this call. Where the reference's answer has another shape or type, d is the number.

Two programs with one mistake differ by some 1e-16 to 1e-12 of an answer's size, so that a number lands on either side
of a step's edge once in a hundred million numbers or more rarely; then a group falls in two, and nothing else happens.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from gradatim_runner.flat import Flat

if TYPE_CHECKING:
    from gradatim_runner.naming import Case

MOST_CALLS = 64
MOST_NUMBERS = 256  # of one answer
STEPS = 8.0
FLOOR = 16.0
NAN, INFINITE, MINUS_INFINITE = 1 << 40, 1 << 41, 1 << 42  # beyond any step

Array = np.ndarray[Any, Any]


def fingerprint(cases: Sequence[Case], *, deadline: float) -> str:
    """32 hexadecimal digits; empty where no call returned, or where the deadline passed (of time.monotonic)."""
    if all(case.raised for case in cases):
        return ""
    distinct = {case.call: case for case in reversed(cases)}
    made = blake2b(digest_size=16)
    for call in sorted(distinct, key=lambda each: (len(each.arguments), each))[:MOST_CALLS]:
        if time.monotonic() > deadline:
            return ""
        for part in _parts(distinct[call]):
            made.update(len(part).to_bytes(8, "little"))
            made.update(part)
    return made.hexdigest()


def _parts(case: Case) -> list[bytes]:
    learner = case.learner
    exact = [leaf for leaf in learner.leaves if leaf.dtype.kind not in "fc"]
    parts = [case.call.function.encode(), case.call.arguments]
    parts += [part for step in case.call.steps for part in (step.name.encode(), step.arguments)]
    parts += [repr(_lasting(learner.signature)).encode()]
    parts += [np.ascontiguousarray(leaf).tobytes() for leaf in exact]
    numbers = _numbers(learner)
    if numbers.size:
        right = _numbers(case.reference)
        floor = FLOOR * max(_eps(leaf) for leaf in learner.leaves) ** 0.5 * _size(right)
        beside = right if learner.signature == case.reference.signature else np.zeros_like(numbers)
        parts.append(_steps(numbers, beside, floor).tobytes())
    return parts


def _steps(numbers: Array, right: Array, floor: float) -> Array:
    with np.errstate(all="ignore"):
        away = np.nan_to_num(numbers, posinf=0.0, neginf=0.0) - np.nan_to_num(right, posinf=0.0, neginf=0.0)
        steps: Array = np.rint(STEPS * np.arcsinh(np.nan_to_num(away / floor))).astype(np.int64)
    steps[np.isnan(numbers)] = NAN
    steps[np.isposinf(numbers)] = INFINITE
    steps[np.isneginf(numbers)] = MINUS_INFINITE
    return steps


def _numbers(answer: Flat) -> Array:
    """The floating-point numbers of an answer as one row of float64, a complex one as two, thinned out evenly."""
    rows = [leaf.ravel() for leaf in answer.leaves if leaf.dtype.kind in "fc"]
    wide = [
        row.astype(np.complex128).view(np.float64) if row.dtype.kind == "c" else row.astype(np.float64) for row in rows
    ]
    row: Array = np.concatenate(wide) if wide else np.zeros(0)
    if row.size <= MOST_NUMBERS:
        return row
    return np.asarray(row[np.linspace(0, row.size - 1, MOST_NUMBERS).astype(np.int64)])


def _size(right: Array) -> float:
    """The largest finite number of the reference's, or 1 where it has none but zeros."""
    finite = np.abs(right[np.isfinite(right)])
    return float(np.max(finite, initial=0.0)) or 1.0


def _eps(leaf: Array) -> float:
    return float(np.finfo(leaf.dtype).eps) if leaf.dtype.kind in "fc" else 0.0


def _lasting(signature: Hashable) -> Hashable:
    """A signature without the identities that make a value which is no plain one differ from every other."""
    if not isinstance(signature, tuple):
        return signature
    return signature[:1] if signature[:1] == ("foreign",) else tuple(map(_lasting, signature))
