"""Mistakes written in other words than the variants are named all the same, and what is no known mistake is not.

The code here is ours. It differs from solution.py as learners' code does: exponentials of logarithms, loops, 32-bit
constants, the same layout by other means.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from gradatim_runner import values
from gradatim_runner.naming import Namer
from gradatim_runner.submission import Recorded
from tests.problems.positional_encoding import PROBLEM, Array, Encoding, ask, function_of, reference

WITHIN_SECONDS = 120.0  # far more than grading allows: what is right must not depend on how busy the machine is
F = np.float32
ARRAY_BYTES = 1 << 24


@pytest.fixture(scope="module")
def namer() -> Namer:
    """Prepared, as the checker does it while it waits for its first submission."""
    made = Namer(PROBLEM.text("solution.py"), PROBLEM.variants(), PROBLEM.pairs())
    for _ in made.prepare(recorded_from(reference)):
        continue
    return made


def names_of(namer: Namer, function: Encoding) -> set[str]:
    """What is named when the problem's tests ask this function."""
    return set(namer.name(recorded_from(function), within_seconds=WITHIN_SECONDS)[1])


def recorded_from(function: Encoding) -> list[Recorded]:
    """The function's answers to every call that the problem's tests make of a right one."""
    made = []
    for call in ask(reference).calls:
        with np.errstate(all="ignore"):
            answer = function(*call)
        arguments, returned = (b"".join(values.encode(v, limit_bytes=ARRAY_BYTES)) for v in ([list(call), {}], answer))
        made.append(Recorded("positional_encoding", arguments, returned))
    return made


def pos(n: int) -> Array:
    return np.arange(n)[:, None]


def rates(d: int, *, base: float = 10000.0) -> Array:
    return np.asarray(np.exp(np.arange(0, d, 2) * (-math.log(base) / d)))


def laid(even: Array, odd: Array, dtype: type = float) -> Array:
    table = np.zeros((len(even), 2 * even.shape[1]), dtype)
    table[:, 0::2], table[:, 1::2] = even, odd
    return table


def encoded(angles: Array, dtype: type = float) -> Array:
    return laid(np.sin(angles), np.cos(angles), dtype)


def in_32_bits(n: int, d: int) -> Array:
    return np.asarray(np.arange(n, dtype=F)[:, None] * np.exp(np.arange(0, d, 2, dtype=F) * (-math.log(10000.0) / d)))


def counted_twice(n: int, d: int) -> Array:
    even = np.arange(0, d, 2)
    return laid(np.sin(pos(n) / 10000 ** (2 * even / d)), np.cos(pos(n) / 10000 ** ((2 * even + 1) / d)))


def bare_in_loops(n: int, d: int) -> Array:
    return np.array([[p / 10000 ** (2 * (j // 2) / d) for j in range(d)] for p in range(n)])


def rounded_one_by_one(n: int, d: int) -> Array:
    return np.array([[round(float(x), 4) for x in row] for row in encoded(pos(n) * rates(d))])


def inverted_with_a_guard(n: int, d: int) -> Array:
    return encoded(pos(n) / np.array([1.0] + [10000.0 ** min(d / (2 * i), 70) for i in range(1, d // 2)]))


def swapped_from_one(n: int, d: int) -> Array:
    return laid(np.cos((pos(n) + 1) * rates(d)), np.sin((pos(n) + 1) * rates(d)))


NAMED: list[tuple[str, Encoding]] = [
    ("float32", lambda n, d: encoded(in_32_bits(n, d), F)),
    ("float32", lambda n, d: encoded(in_32_bits(n, d))),
    ("float32", lambda n, d: encoded(pos(n) * rates(d)).astype(F)),
    ("angle-multiplied", lambda n, d: encoded(pos(n) / rates(d))),
    ("exponent-i", lambda n, d: encoded(pos(n) * np.exp(-np.log(10000.0) * np.arange(d // 2) / d))),
    ("exponent-doubled", lambda n, d: encoded(pos(n) * rates(d) ** 2)),
    ("exponent-inverted", inverted_with_a_guard),
    ("exponent-multiplied", lambda n, d: encoded(pos(n) / np.power(10000, 2 * np.arange(d // 2) * d))),
    ("no-sine", lambda n, d: pos(n) * rates(d)),
    ("no-sine", bare_in_loops),
    ("rounded", rounded_one_by_one),
    ("rounded", lambda n, d: np.round(encoded(pos(n) * rates(d)), 10)),
    ("transposed", lambda n, d: encoded(pos(n) * rates(d)).T),
    ("concatenated-halves", lambda n, d: np.hstack([np.sin(pos(n) * rates(d)), np.cos(pos(n) * rates(d))])),
    ("concatenated-embedding", lambda n, d: np.hstack([np.ones((n, d)), encoded(pos(n) * rates(d))])),
    ("exponent-column,all-sine", lambda n, d: np.sin(pos(n) / 10000 ** (2 * np.arange(d) / d))),
    ("exponent-doubled,cosine-exponent", counted_twice),
    ("sine-cosine-swapped,one-based", swapped_from_one),
    ("base-1000,transposed", lambda n, d: encoded(pos(n) * rates(d, base=1000)).T),
    ("rounded,transposed", lambda n, d: np.round(encoded(pos(n) * rates(d)), 6).T),
]  # fmt: skip

UNNAMED: list[tuple[str, Encoding]] = [
    ("zeros", lambda n, d: np.zeros((n, d))),
    ("base 1000000", lambda n, d: encoded(pos(n) * rates(d, base=1e6))),  # not base-1000 and exponent-doubled
    ("base 10001", lambda n, d: encoded(pos(n) * rates(d, base=10001))),
    ("off by a billionth", lambda n, d: encoded(pos(n) * rates(d)) * (1 + 1e-9)),
    ("divided by the width less one", lambda n, d: encoded(pos(n) / 10000 ** (np.arange(0, d, 2) / (d - 1)))),
    ("rounded angles", lambda n, d: encoded(np.round(pos(n) * rates(d), 4))),
    ("shifted down behind a row of zeros", lambda n, d: np.vstack([np.zeros((1, d)), encoded(pos(n) * rates(d))])[:n]),
]


@pytest.mark.parametrize(
    ("names", "function"), [pytest.param(*case, id=f"{case[0]}-{n}") for n, case in enumerate(NAMED)]
)
def test_a_mistake_in_other_words_is_named(namer: Namer, names: str, function: Encoding) -> None:
    assert names_of(namer, function) == set(names.split(","))


@pytest.mark.parametrize("function", [pytest.param(function, id=name) for name, function in UNNAMED])
def test_what_is_no_known_mistake_is_not_named(namer: Namer, function: Encoding) -> None:
    assert names_of(namer, function) == set()


@pytest.mark.parametrize("number", range(len(PROBLEM.variants())))
def test_every_variant_is_named_as_itself(namer: Namer, number: int) -> None:
    variant = PROBLEM.variants()[number]
    assert names_of(namer, function_of(variant.source)) == set(variant.pitfalls)


@pytest.mark.parametrize(
    "pair",
    [
        "one-based,rounded", "base-100000,float32", "row-zero,transposed", "all-cosine,exponent-i",
        "angle-multiplied,sine-cosine-swapped", "concatenated-halves,cosine-exponent", "no-sine,one-based",
        "concatenated-embedding,row-zero", "exponent-inverted,all-sine", "base-1000,exponent-column",
    ],
)  # fmt: skip
def test_two_mistakes_at_once_are_both_named(namer: Namer, pair: str) -> None:
    names = set(pair.split(","))
    variant = next(each for each in PROBLEM.pairs() if set(each.pitfalls) == names)
    assert names_of(namer, function_of(variant.source)) == names
