"""Each pitfall's variants before the tests: all of them are caught, and each is named as its own pitfall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gradatim_grader.check.bench import Tried
from gradatim_grader.check.report import Fault, PitfallProof, VariantProof
from gradatim_grader.problem import Problem
from gradatim_runner.report import Naming


class LabelledVariant(NamedTuple):
    """One variant of a pitfall. `label`: "exponent-i", or "exponent-i #2" where there are several."""

    pitfall: str
    label: str
    source: str


def labelled(problem: Problem) -> list[LabelledVariant]:
    """Every variant, in the order of problem.toml."""
    sources = iter(problem.variants())
    made = []
    for pitfall in problem.facts.pitfalls:
        count = len(pitfall.all_variants())
        for number in range(1, count + 1):
            label = f"{pitfall.name} #{number}" if count > 1 else pitfall.name
            made.append(LabelledVariant(pitfall.name, label, next(sources).source))
    return made


def prove(variants: Sequence[LabelledVariant], tried: Sequence[Tried]) -> tuple[list[PitfallProof], list[Fault]]:
    """What each pitfall's variants came to. `tried` is in the order of `variants`."""
    faults = []
    proofs: dict[str, list[VariantProof]] = {}
    faulty = set()
    for variant, result in zip(variants, tried, strict=True):
        proof = VariantProof(label=variant.label, caught_by=result.caught_by, named=result.named)
        proofs.setdefault(variant.pitfall, []).append(proof)
        wrong = _wrong(variant.pitfall, result)
        if wrong is not None:
            faulty.add(variant.pitfall)
            faults.append(Fault("problem.toml", f"pitfall {variant.label}", *wrong))
    made = [PitfallProof(name=name, proven=name not in faulty, variants=each) for name, each in proofs.items()]
    return made, faults


def _wrong(pitfall: str, result: Tried) -> tuple[str, str] | None:
    """What is wrong and what to do, or None."""
    if not result.caught_by:
        return "no test catches it", "write a hidden test that it fails"
    if not result.hidden:
        tests = ", ".join(_names(result.caught_by))
        return f"no hidden test catches it, only {tests}", "sample tests can be learnt by heart: add a hidden test"
    if result.naming is Naming.EXACT and result.named == [pitfall]:
        return None
    others = ", ".join(name for name in result.named if name != pitfall)
    if not result.named:
        remedy = "see that it answers every call, and differs by more than rounding from the reference in one"
        return f"it is caught by {', '.join(_names(result.hidden))}, but not named", remedy
    if result.naming is Naming.ONE_OF and pitfall in result.named:
        return f"it cannot be told apart from {others}", "add a call in which the two differ, or make them one pitfall"
    return f"it is named as {others}", "make the two one pitfall, or add a call in which they differ"


def _names(tests: Sequence[str]) -> list[str]:
    return [test.rpartition("::")[2] for test in tests]
