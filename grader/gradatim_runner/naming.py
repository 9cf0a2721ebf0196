"""Naming the mistake: which known-wrong variant gives exactly the learner's answers.

A call is informative for a variant where the variant differs from the reference by well over tolerance. A variant is
named when it has informative calls, equals the learner on every one of them, and the learner equals the reference on
the others. One telling call drops nearly all variants at once; then the smallest calls come first. No match, no name.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from gradatim_runner import rounding
from gradatim_runner.difference import close
from gradatim_runner.fingerprint import fingerprint
from gradatim_runner.flat import Flat
from gradatim_runner.histories import History, histories
from gradatim_runner.keycall import MOST_ROUNDING, KeyCall, plainly_differ
from gradatim_runner.programs import Program
from gradatim_runner.report import Naming
from gradatim_runner.submission import Recorded
from gradatim_runner.variants import Variant

SMALL_CELLS = 4096
SMALL_TOLERANCE, LARGE_TOLERANCE = 1e-13, 1e-9  # for float64; in larger answers rounding is not looked at first
WELL_OVER = 100.0

Array = np.ndarray[Any, Any]
Tolerance = Sequence[Array | float]
Named = Sequence[tuple[tuple[str, ...], Program]]


class Case:
    """One distinct call, or an object's history, with the learner's answer and, once asked for, the reference's."""

    def __init__(self, history: History, reference: Program) -> None:
        self.call, self.size, self.learner = history.call, history.size, history.answer
        self.raised = all(raised is not None for _, raised in history.answers)
        self.reference_program = reference
        self._reference: Flat | None = None

    @property
    def reference(self) -> Flat:
        if self._reference is None:
            self._reference = self.reference_program.answer(self.call)
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
            lambda seed: program.noisy_answer(self.call, eps=eps, seed=seed), answer.leaves
        )
        if explained is None:
            return None
        parts = zip(base, explained, answer.leaves, strict=True)
        wide = [tight + np.minimum(spread, _most_rounding(leaf)) for tight, spread, leaf in parts]
        return wide if _all_close(self.learner.leaves, answer.leaves, wide) else None

    def informative(self, answer: Flat, tolerance: Tolerance) -> bool:
        """Whether a variant's answer differs from the reference's by well over the tolerance."""
        if answer.signature != self.reference.signature:
            return True
        over = [WELL_OVER * np.asarray(t) for t in tolerance]
        return not _all_close(answer.leaves, self.reference.leaves, over)


class Namer:
    """All variants of one problem version."""

    def __init__(self, solution: str, singles: Iterable[Variant], pairs: Iterable[Variant]) -> None:
        self._reference = Program(solution)
        self._singles = [(variant.pitfalls, Program(variant.source)) for variant in singles]
        self._pairs = [(variant.pitfalls, Program(variant.source)) for variant in pairs]
        self._key: KeyCall | None = None

    def prepare(self, recorded: Iterable[Recorded]) -> Iterator[None]:
        """Compute ahead of time what every variant answers to the call that tells most of them apart.

        A generator: it may be left between any two steps, and naming is then only slower.
        """
        calls = [each.call for each in sorted(histories(recorded), key=_size)]
        best, most = None, 0
        for call in dict.fromkeys(calls):
            right = self._reference.learn(call)
            telling = sum(plainly_differ(program.learn(call), right) for _, program in self._singles)
            if telling > most:  # of equals the smallest
                best, most = call, telling
            yield
        if best is None:
            return
        for _, program in self._pairs:
            program.learn(best)
            yield
        self._key = KeyCall(best, [program for _, program in self._singles + self._pairs])

    def name(self, recorded: Iterable[Recorded], *, within_seconds: float) -> tuple[Naming, list[str]]:
        """How to read the names, and the names of the pitfalls that explain the recorded calls."""
        deadline = time.monotonic() + within_seconds
        distinct = dict.fromkeys(histories(recorded))
        cases = sorted((Case(history, self._reference) for history in distinct), key=lambda case: case.size)
        possible = self._possible(cases)

        def explaining(programs: Named) -> list[tuple[str, ...]]:
            found = [names for names, each in programs if possible(each) and _explains(each, cases, deadline)]
            return list(dict.fromkeys(found))

        singles = explaining(self._singles)
        if singles:
            return (Naming.EXACT if len(singles) == 1 else Naming.ONE_OF), [names[0] for names in singles]
        pairs = explaining(self._pairs)
        if len(pairs) == 1:
            return Naming.TOGETHER, list(pairs[0])
        return Naming.NONE, []  # several pairs: any of them could be the wrong one

    def fingerprint(self, recorded: Iterable[Recorded], *, within_seconds: float) -> str:
        """What a learner's answers have in common with equal ones of others; see there."""
        return fingerprint(
            [Case(history, self._reference) for history in histories(recorded)],
            deadline=time.monotonic() + within_seconds,
        )

    def _possible(self, cases: Sequence[Case]) -> Callable[[Program], bool]:
        """A quick test that drops nearly every variant, in one comparison of arrays for all of them."""
        key = self._key
        for case in cases:
            if key is not None and case.call == key.call:
                near = key.near(case.learner)
                return lambda program: id(program) in near
        return lambda program: True


def _size(history: History) -> int:
    return history.size


def _explains(program: Program, cases: Sequence[Case], deadline: float) -> bool:
    informative = False
    for case in cases:
        if time.monotonic() > deadline:
            return False
        answer = program.answer(case.call)
        tolerance = case.matches(program, answer)
        if tolerance is not None:
            informative = informative or case.informative(answer, tolerance)
        elif not _nearly_reference(case, answer) or case.matches(case.reference_program, case.reference) is None:
            return False
    return informative


def _nearly_reference(case: Case, answer: Flat) -> bool:
    """Whether the variant does what the reference does here, so that the learner may do either."""
    return not case.informative(answer, [_tolerance_of(leaf) for leaf in answer.leaves])


def _plainly_differ(answer: Flat, right: Flat) -> bool:
    if answer.signature != right.signature:
        return True
    return not _all_close(answer.leaves, right.leaves, [MOST_ROUNDING] * len(right.leaves))


def _tolerance_of(leaf: Array) -> float:
    if leaf.dtype.kind not in "fc":
        return 0.0
    relative = float(np.finfo(leaf.dtype).eps) / float(np.finfo(np.float64).eps)
    base = SMALL_TOLERANCE if leaf.size <= SMALL_CELLS else LARGE_TOLERANCE
    return min(base * relative, 1e-3)


def _all_close(got: Sequence[Array], expected: Sequence[Array], tolerances: Tolerance) -> bool:
    return all(bool(np.all(_leaf_close(a, b, t))) for a, b, t in zip(got, expected, tolerances, strict=True))


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
