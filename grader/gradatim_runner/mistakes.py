"""Pictures of the known mistakes: what a pitfall's variant makes of a call that the problem's page shows anyhow.

Computed when a problem is published, in the checker's container, from the problem's own files alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from gradatim_runner.difference import PREVIEW_COLUMNS, PREVIEW_ROWS
from gradatim_runner.examples import argument
from gradatim_runner.messages import ArrayCall, ArrayResult, ProblemMessage
from gradatim_runner.programs import namespace_of
from gradatim_runner.watch import late_after

VISIBLE = 1e-2  # of the largest number: what differs by less is no picture
CALL_SECONDS = 1

Matrix = np.ndarray[Any, Any]


def pictured(problem: ProblemMessage, right: Mapping[str, Matrix]) -> list[ArrayResult]:
    """For each pitfall that can be seen: its answer to the largest call that fits a page, under `<key>/<pitfall>`.

    `right`: the reference's answers, by key. Only calls of the functions that learners write count.
    """
    calls = [call for call in problem.arrays if call.key in right and _fits(call, right[call.key], problem)]
    calls.sort(key=lambda call: right[call.key].size, reverse=True)
    made = dict[str, ArrayResult]()
    for variant in problem.variants:
        (pitfall, *_) = variant.pitfalls
        if pitfall not in made and (found := next(_seen(variant.source, calls, right), None)):
            call, answer = found
            made[pitfall] = _result(f"{call.key}/{pitfall}", answer)
    return list(made.values())


def _fits(call: ArrayCall, answer: Matrix, problem: ProblemMessage) -> bool:
    rows, columns = answer.shape
    whole = not call.rows and not call.columns
    return whole and call.function in problem.entry and rows <= PREVIEW_ROWS and columns <= PREVIEW_COLUMNS


def _seen(source: str, calls: Iterable[ArrayCall], right: Mapping[str, Matrix]) -> Iterator[tuple[ArrayCall, Matrix]]:
    """The calls whose answer by this source differs from the right one for the eye."""
    for call in calls:
        try:
            with late_after(CALL_SECONDS), np.errstate(all="ignore"):
                answer = np.asarray(namespace_of(source)[call.function](*map(argument, call.args)))
        except Exception:  # noqa: S112 - a mistake that raises or hangs has no picture
            continue
        if answer.dtype.kind in "biuf" and answer.ndim in (1, 2) and answer.size:
            answer = np.atleast_2d(answer)[:PREVIEW_ROWS, :PREVIEW_COLUMNS]
            if _differs(answer, right[call.key]):
                yield call, answer


def _differs(answer: Matrix, right: Matrix) -> bool:
    if answer.shape != right.shape:
        return True
    if not np.isfinite(answer).all():
        return True
    largest = float(np.abs(right, dtype=np.float64).max())
    return bool(np.abs(answer.astype(np.float64) - right).max() > VISIBLE * (largest or 1.0))


def _result(key: str, answer: Matrix) -> ArrayResult:
    rows, columns = answer.shape
    data = np.ascontiguousarray(answer, dtype="<f8").tobytes()
    return ArrayResult(key, list(range(rows)), list(range(columns)), str(answer.dtype), data)
