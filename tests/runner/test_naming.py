"""Naming: a mistake is named when it explains every answer, and nothing is named on less."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from gradatim_runner import values
from gradatim_runner.naming import Namer
from gradatim_runner.report import Naming
from gradatim_runner.submission import Recorded
from gradatim_runner.variants import Variant

SOLUTION = """
import numpy as np
def wave(n, rate):
    return np.sin(np.arange(n) / rate)
"""


def variant(name: str, old: str, new: str) -> Variant:
    return Variant((name,), SOLUTION.replace(old, new))


COSINE = variant("cosine", "np.sin", "np.cos")
ONE_BASED = variant("one-based", "np.arange(n)", "np.arange(1, n + 1)")
MULTIPLIED = variant("multiplied", "/ rate", "* rate")
BOTH = Variant(("cosine", "one-based"), COSINE.source.replace("np.arange(n)", "np.arange(1, n + 1)"))
CALLS = ((1, 2.0), (5, 2.0), (40, 7.5))


def recorded(answer: Callable[[int, float], Any], calls: Sequence[tuple[int, float]] = CALLS) -> list[Recorded]:
    made = []
    for call in calls:
        arguments = b"".join(values.encode([list(call), {}], limit_bytes=1 << 20))
        made.append(Recorded("wave", arguments, b"".join(values.encode(answer(*call), limit_bytes=1 << 20))))
    return made


def named(
    answer: Callable[[int, float], Any],
    *,
    singles: Sequence[Variant] = (COSINE, ONE_BASED, MULTIPLIED),
    pairs: Sequence[Variant] = (BOTH,),
    calls: Sequence[tuple[int, float]] = CALLS,
    prepared: bool = True,
) -> tuple[Naming, list[str]]:
    namer = Namer(SOLUTION, singles, pairs)
    if prepared:
        for _ in namer.prepare(recorded(lambda n, rate: np.sin(np.arange(n) / rate), calls)):
            pass
    return namer.name(recorded(answer, calls), within_seconds=60)


@pytest.mark.parametrize("prepared", [True, False], ids=["prepared", "not prepared"])
def test_a_variant_that_explains_every_answer_is_named(prepared: bool) -> None:
    answer = named(lambda n, rate: np.cos(np.arange(n) / rate), prepared=prepared)
    assert answer == (Naming.EXACT, ["cosine"])


@pytest.mark.parametrize("prepared", [True, False], ids=["prepared", "not prepared"])
def test_two_mistakes_at_once_are_both_named(prepared: bool) -> None:
    answer = named(lambda n, rate: np.cos(np.arange(1, n + 1) / rate), prepared=prepared)
    assert answer == (Naming.TOGETHER, ["cosine", "one-based"])


def test_an_answer_that_no_variant_gives_is_not_named() -> None:
    assert named(lambda n, rate: np.sin(np.arange(n) / (rate + 0.5))) == (Naming.NONE, [])


def test_one_answer_that_does_not_fit_is_enough_to_name_nothing() -> None:
    def mostly_cosine(n: int, rate: float) -> Any:
        return np.cos(np.arange(n) / rate) + (1e-3 if n == 40 else 0)

    assert named(mostly_cosine) == (Naming.NONE, [])


def test_a_right_answer_is_named_nothing() -> None:
    assert named(lambda n, rate: np.sin(np.arange(n) / rate)) == (Naming.NONE, [])


def test_variants_that_these_calls_cannot_tell_apart_are_all_offered() -> None:
    shifted = variant("shifted", "np.arange(n)", "(1 + np.arange(n))")
    answer = named(lambda n, rate: np.sin(np.arange(1, n + 1) / rate), singles=(ONE_BASED, shifted, COSINE))
    assert answer == (Naming.ONE_OF, ["one-based", "shifted"])


def test_a_single_variant_beats_a_pair() -> None:
    pair = Variant(("cosine", "multiplied"), ONE_BASED.source)
    answer = named(lambda n, rate: np.sin(np.arange(1, n + 1) / rate), pairs=(pair,))
    assert answer == (Naming.EXACT, ["one-based"])


def test_several_pairs_that_fit_are_too_little_to_name_any() -> None:
    other = Variant(("one-based", "multiplied"), BOTH.source)
    assert named(lambda n, rate: np.cos(np.arange(1, n + 1) / rate), pairs=(BOTH, other)) == (Naming.NONE, [])


def test_rounding_that_the_size_of_an_angle_explains_is_tolerated() -> None:
    huge = ((5, 1e9), (400, 1e9))

    def other_formula(n: int, rate: float) -> Any:
        return np.sin(np.arange(n) / (1.0 / rate))  # 1 / rate is rounded, and the angle is near 1e11

    assert named(other_formula, calls=huge, pairs=()) == (Naming.EXACT, ["multiplied"])


def test_a_difference_beyond_rounding_is_not_tolerated() -> None:
    huge = ((5, 1e9), (400, 1e9))
    answer = named(lambda n, rate: np.sin(np.arange(n) * rate * (1 + 1e-12)), calls=huge, pairs=())
    assert answer == (Naming.NONE, [])


def test_another_dtype_is_a_difference_and_its_rounding_is_its_own() -> None:
    single = variant("float32", "/ rate)", "/ rate).astype(np.float32)")

    def all_in_float32(n: int, rate: float) -> Any:
        return np.sin(np.arange(n, dtype=np.float32) / np.float32(rate))

    assert named(all_in_float32, singles=(single, COSINE)) == (Naming.EXACT, ["float32"])


def test_a_variant_that_raises_explains_a_learner_that_raises_the_same() -> None:
    crashing = variant("crashing", "np.sin", "np.no_such_thing")
    calls = [Recorded("wave", each.arguments, b"", "AttributeError") for each in recorded(lambda n, rate: None)]
    namer = Namer(SOLUTION, [crashing, COSINE], [])
    assert namer.name(calls, within_seconds=60) == (Naming.EXACT, ["crashing"])
