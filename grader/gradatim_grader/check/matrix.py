"""Which test catches which wrong source, and what would be caught no more without it."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim_grader.check.bench import Tried
from gradatim_grader.check.reference import Test
from gradatim_grader.check.report import Fault, TestProof
from gradatim_grader.check.units import is_hidden

Labelled = Sequence[tuple[str, Tried]]


def prove(tests: Sequence[Test], *, variants: Labelled, mutants: Labelled) -> list[TestProof]:
    """One row for each test, in the order in which they run."""
    return [_proof_of(test, variants, mutants) for test in tests]


def idle(proofs: Sequence[TestProof]) -> list[Fault]:
    """Hidden tests that catch nothing: they may be right, but nothing shows what for."""
    notes = []
    for proof in proofs:
        if proof.idle:
            file, _, name = proof.id.partition("::")
            what = "is idle: no pitfall's variant and no mutant fails it"
            notes.append(Fault(file, name, what, "sharpen it, take it away, or add the mistake that it is meant for"))
    return notes


def _proof_of(test: Test, variants: Labelled, mutants: Labelled) -> TestProof:
    caught = [label for label, result in variants if test.id in result.caught_by]
    count = sum(test.id in result.caught_by for _, result in mutants)
    hidden = is_hidden(test.id)
    only = [label for label, result in (*variants, *mutants) if hidden and result.hidden == [test.id]]
    return TestProof(
        id=test.id,
        title=test.title,
        sample=not hidden,
        points=test.points,
        catches_variants=caught,
        catches_mutants=count,
        only=only,
        idle=hidden and not caught and not count,
    )
