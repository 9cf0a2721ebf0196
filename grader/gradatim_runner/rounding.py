"""How far rounding alone can move a function's result, found by Monte Carlo arithmetic.

A variant's answer and a learner's, computed by another formula, differ by rounding, and by more the larger the angle
of a sine was. Instead of one guessed tolerance, the variant is run again with every floating-point operation's result
changed by one unit of rounding, up or down at random; the spread of the results is the size that rounding explains.
Source: D. S. Parker, Monte Carlo Arithmetic, UCLA technical report CSD-970002, 1997.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

SAMPLES = 4
SAFETY = 32.0
NEIGHBOURS = 4  # rows on each side that lend their spread: one cell's few samples may agree by luck
_NAME = "__rounded__"

Array = np.ndarray[Any, Any]


@lru_cache(maxsize=64)
def _wrapped(source: str) -> CodeType:
    """The source with every operation and call wrapped, compiled."""
    tree = ast.fix_missing_locations(_Wrap().visit(ast.parse(source)))
    return compile(tree, "solution", "exec", dont_inherit=True)


def noisy(source: str, *, eps: float, seed: int) -> dict[str, Any]:
    """Execute the source with noise of size `eps` on each floating-point result; gives its namespace."""
    rng = np.random.default_rng(seed)

    def rounded(value: Any) -> Any:
        if isinstance(value, (float, complex, np.inexact)) or (
            isinstance(value, np.ndarray) and value.dtype.kind in "fc"
        ):
            with np.errstate(all="ignore"):
                signs = rng.integers(0, 2, size=np.shape(value), dtype=np.int8) * 2.0 - 1.0
                moved = np.asarray(value * (1 + eps * signs)).astype(np.asarray(value).dtype, copy=False)[()]
                # a Python number must stay one: NumPy's would turn 32-bit arrays into 64-bit ones
                return type(value)(moved) if type(value) in (float, complex) else moved
        return value

    namespace: dict[str, Any] = {"__name__": "solution", _NAME: rounded}
    exec(_wrapped(source), namespace)
    return namespace


def explained_by_rounding(run: Callable[[int], Sequence[Array] | None], base: Sequence[Array]) -> list[Array] | None:
    """For each array of a result, cell by cell, the difference that rounding explains.

    `run(seed)` gives the same arrays computed with noise, or None where that failed or their shapes changed.
    """
    spreads = [np.zeros(array.shape) for array in base]
    for seed in range(SAMPLES):
        sample = run(seed)
        if sample is None or [a.shape for a in sample] != [a.shape for a in base]:
            return None
        with np.errstate(all="ignore"):
            for spread, noisy_array, array in zip(spreads, sample, base, strict=True):
                np.fmax(spread, np.abs(noisy_array.astype(np.complex128) - array), out=spread)
    return [SAFETY * _spread_over_rows(np.nan_to_num(spread, posinf=0.0)) for spread in spreads]


def _spread_over_rows(spread: Array) -> Array:
    if not spread.ndim or len(spread) < 2:
        return spread
    wide = spread.copy()
    for shift in range(1, min(NEIGHBOURS, len(spread) - 1) + 1):
        np.maximum(wide[shift:], spread[:-shift], out=wide[shift:])
        np.maximum(wide[:-shift], spread[shift:], out=wide[:-shift])
    return wide


class _Wrap(ast.NodeTransformer):
    """Wraps every operation and call, so that its result is rounded once more."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._wrapped(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return self._wrapped(node)

    def _wrapped(self, node: ast.expr) -> ast.AST:
        return ast.copy_location(ast.Call(ast.Name(_NAME, ast.Load()), [node], []), node)
