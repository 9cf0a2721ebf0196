"""Naming the mistake: which known-wrong variant gives exactly the learner's answers.

A call is informative for a variant where the variant differs from the reference by well over tolerance. A variant is
named when it has informative calls, equals the learner on every one of them, and the learner equals the reference on
the others. The smallest calls are compared first and a variant that differs is dropped at once. No match, no name.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from gradatim_runner import rounding, values
from gradatim_runner.difference import close
from gradatim_runner.flat import Flat, flattened
from gradatim_runner.report import Naming
from gradatim_runner.submission import Recorded
from gradatim_runner.variants import Variant

SMALL_CELLS = 4096
SMALL_TOLERANCE, LARGE_TOLERANCE = 1e-13, 1e-9  # for float64; in larger answers rounding is not looked at first
WELL_OVER = 100.0
MOST_ROUNDING = 1e-2  # beyond this, relative to 1 + |value|, no difference is called rounding
ARGUMENT_BYTES = 80 << 20

Array = np.ndarray[Any, Any]
Tolerance = Sequence[Array | float]


class Program:
    """A solution or a variant of it, executed once; a variant may be broken, and then answers with its exception."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._namespace = _executed(lambda: _namespace_of(source))

    def answer(self, call: Case) -> Flat:
        return _called(self._namespace, call)

    def noisy_answer(self, call: Case, *, eps: float, seed: int) -> Sequence[Array] | None:
        namespace = _executed(lambda: rounding.noisy(self._source, "solution", eps=eps, seed=seed))
        return _called(namespace, call).leaves


class Case:
    """One distinct call with the learner's answer and, once asked for, the reference's."""

    def __init__(self, recorded: Recorded, reference: Program) -> None:
        self.function, self.arguments = recorded.function, recorded.arguments
        self.size = len(recorded.arguments) + len(recorded.answer)
        if recorded.raised is not None:
            self.learner = Flat(("raised", recorded.raised), [])
        else:
            self.learner = flattened(values.decode(recorded.answer, limit_bytes=ARGUMENT_BYTES))
        self._reference_program = reference
        self._reference: Flat | None = None

    @property
    def reference(self) -> Flat:
        if self._reference is None:
            self._reference = self._reference_program.answer(self)
        return self._reference

    def matches(self, program: Program, answer: Flat) -> Tolerance | None:
        """The tolerance, leaf by leaf, within which `answer` of `program` is the learner's; None where it is not."""
        if answer.signature != self.learner.signature:
            return None
        base = [_tolerance_of(leaf) for leaf in answer.leaves]
        if _all_close(self.learner.leaves, answer.leaves, base):
            return base
        if not _may_be_rounding(self.learner.leaves, answer.leaves):
            return None
        eps = max(float(np.finfo(leaf.dtype).eps) for leaf in answer.leaves if leaf.dtype.kind in "fc")
        explained = rounding.explained_by_rounding(
            lambda seed: program.noisy_answer(self, eps=eps, seed=seed), answer.leaves
        )
        if explained is None:
            return None
        wide = [b + np.minimum(e, _most_rounding(leaf)) for b, e, leaf in zip(base, explained, answer.leaves, strict=True)]
        return wide if _all_close(self.learner.leaves, answer.leaves, wide) else None

    def informative(self, answer: Flat, tolerance: Tolerance) -> bool:
        """Whether a variant's answer differs from the reference's by well over the tolerance."""
        if answer.signature != self.reference.signature:
            return True
        over = [WELL_OVER * np.asarray(t) for t in tolerance]
        return not _all_close(answer.leaves, self.reference.leaves, over)


class Namer:
    """All variants of one problem version, executed and ready."""

    def __init__(self, solution: str, singles: Iterable[Variant], pairs: Iterable[Variant]) -> None:
        self._reference = Program(solution)
        self._singles = [(variant.pitfalls, Program(variant.source)) for variant in singles]
        self._pairs = [(variant.pitfalls, Program(variant.source)) for variant in pairs]

    def name(self, recorded: Iterable[Recorded], *, within_seconds: float) -> tuple[Naming, list[str]]:
        """How to read the names, and the names of the pitfalls that explain the recorded calls."""
        deadline = time.monotonic() + within_seconds
        distinct = {(call.function, call.arguments, call.answer, call.raised): call for call in recorded}
        cases = sorted((Case(call, self._reference) for call in distinct.values()), key=lambda case: case.size)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            singles = {names[0] for names, program in self._singles if _explains(program, cases, deadline)}
            if singles:
                ordered = [name for name in dict.fromkeys(n[0] for n, _ in self._singles) if name in singles]
                return (Naming.EXACT if len(ordered) == 1 else Naming.ONE_OF), ordered
            pairs = {names for names, program in self._pairs if _explains(program, cases, deadline)}
        if len(pairs) == 1:
            return Naming.TOGETHER, list(pairs.pop())
        return Naming.NONE, []  # several pairs: any of them could be the wrong one


def _explains(program: Program, cases: Sequence[Case], deadline: float) -> bool:
    informative = False
    for case in cases:
        if time.monotonic() > deadline:
            return False
        answer = program.answer(case)
        tolerance = case.matches(program, answer)
        if tolerance is not None:
            informative = informative or case.informative(answer, tolerance)
        elif not _nearly_reference(case, answer) or case.matches(case._reference_program, case.reference) is None:
            return False
    return informative


def _nearly_reference(case: Case, answer: Flat) -> bool:
    """Whether the variant does what the reference does here, so that the learner may do either."""
    return not case.informative(answer, [_tolerance_of(leaf) for leaf in answer.leaves])


def _executed(make: Callable[[], dict[str, Any]]) -> dict[str, Any] | Exception:
    try:
        return make()
    except Exception as error:
        return error


def _namespace_of(source: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(compile(source, "solution", "exec", dont_inherit=True), namespace)
    return namespace


def _called(namespace: dict[str, Any] | Exception, call: Case) -> Flat:
    if isinstance(namespace, Exception):
        return Flat(("broken", id(namespace)), [])
    args, kwargs = values.decode(bytearray(call.arguments), limit_bytes=ARGUMENT_BYTES)
    try:
        return flattened(namespace[call.function](*args, **kwargs))
    except Exception as error:
        return Flat(("raised", type(error).__name__), [])


def _tolerance_of(leaf: Array) -> float:
    if leaf.dtype.kind not in "fc":
        return 0.0
    relative = float(np.finfo(leaf.dtype).eps) / float(np.finfo(np.float64).eps)
    base = SMALL_TOLERANCE if leaf.size <= SMALL_CELLS else LARGE_TOLERANCE
    return min(base * relative, 1e-3)


def _all_close(got: Sequence[Array], expected: Sequence[Array], tolerances: Tolerance) -> bool:
    return all(
        bool(np.all(_leaf_close(a, b, t))) for a, b, t in zip(got, expected, tolerances, strict=True)
    )


def _leaf_close(got: Array, expected: Array, tolerance: Array | float) -> Array:
    if isinstance(tolerance, float):
        return close(got, expected, rtol=tolerance, atol=tolerance)
    scaled = tolerance * np.maximum(1.0, np.abs(np.nan_to_num(expected)))
    return close(got, expected, rtol=0.0, atol=scaled)


def _may_be_rounding(got: Sequence[Array], expected: Sequence[Array]) -> bool:
    if not any(leaf.dtype.kind in "fc" for leaf in expected):
        return False
    return all(
        bool(np.all(_leaf_close(a, b, MOST_ROUNDING if b.dtype.kind in "fc" else 0.0)))
        for a, b in zip(got, expected, strict=True)
    )


def _most_rounding(leaf: Array) -> Array:
    return np.asarray(MOST_ROUNDING * (1.0 + np.abs(np.nan_to_num(leaf))))
