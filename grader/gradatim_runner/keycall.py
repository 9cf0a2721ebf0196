"""One call whose answers by all variants are known, laid out so that a learner's is compared with all at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from gradatim_runner.flat import Flat
from gradatim_runner.histories import Call
from gradatim_runner.programs import Program

MOST_ROUNDING = 1e-2  # beyond this, relative to 1 + |value|, no difference is called rounding

Array = np.ndarray[Any, Any]


class KeyCall:
    """`call`, and every program's answer to it, stacked by signature: one row of numbers for each program."""

    def __init__(self, call: Call, programs: Sequence[Program]) -> None:
        self.call = call
        groups: dict[Hashable, list[tuple[int, Array]]] = defaultdict(list)
        for program in programs:
            answer = program.answer(call)
            groups[answer.signature].append((id(program), _row(answer)))
        self._groups = {
            signature: ([each for each, _ in group], np.stack([row for _, row in group]))
            for signature, group in groups.items()
        }

    def near(self, answer: Flat) -> set[int]:
        """The identities of the programs whose answer is this one, rounding aside."""
        programs, rows = self._groups.get(answer.signature, ([], np.empty((0, 0))))
        if not programs:
            return set()
        fit = np.all(roughly_equal(rows, _row(answer)), axis=1)
        return {program for program, fits in zip(programs, fit, strict=True) if fits}


def roughly_equal(got: Array, expected: Array) -> Array:
    """Cell by cell: equal, both nan, or no further apart than rounding can ever explain."""
    with np.errstate(all="ignore"):
        near = np.abs(got - expected) <= MOST_ROUNDING * (1.0 + np.abs(expected))
    return np.asarray((got == expected) | near | (np.isnan(got) & np.isnan(expected)))


def plainly_differ(answer: Flat, right: Flat) -> bool:
    """Whether two answers differ by more than rounding can ever explain."""
    return answer.signature != right.signature or not bool(np.all(roughly_equal(_row(answer), _row(right))))


def _row(answer: Flat) -> Array:
    wide = [leaf.astype(np.complex128 if leaf.dtype.kind == "c" else np.float64).ravel() for leaf in answer.leaves]
    return np.concatenate(wide) if wide else np.zeros(0)
