"""The rotary problem: its reference is right, so are other ways, and the numbers of its lesson are right, too."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.problems.trying import Tried

TRIED = Tried("rotary-embedding")
Array = np.ndarray[Any, Any]
rotary_embedding = TRIED.solution.rotary_embedding

ATTENTION = """
def rotary_attention(queries, keys, values):
    scores = rotary_embedding(queries) @ rotary_embedding(keys).T / np.sqrt(queries.shape[-1])
    weights = np.exp(scores)
    return (weights @ values) / weights.sum(axis=-1, keepdims=True)
"""
BY_COMPLEX_NUMBERS = (
    """
import numpy as np

def rotary_embedding(vectors, start=0):
    n, d = vectors.shape
    rates = np.exp(np.arange(0, d, 2) * (-np.log(10000.0) / d))
    hands = np.exp(1j * (start + np.arange(n))[:, None] * rates)
    turned = (vectors[:, ::2] + 1j * vectors[:, 1::2]) * hands
    return np.stack([turned.real, turned.imag], axis=-1).reshape(n, d)
"""
    + ATTENTION
)
BY_LOOPS = (
    """
import math
import numpy as np

def rotary_embedding(vectors, start=0):
    turned = vectors.copy()
    n, d = vectors.shape
    for row in range(n):
        for i in range(d // 2):
            angle = (start + row) / 10000 ** (2 * i / d)
            a, b = vectors[row, 2 * i], vectors[row, 2 * i + 1]
            turned[row, 2 * i] = a * math.cos(angle) - b * math.sin(angle)
            turned[row, 2 * i + 1] = a * math.sin(angle) + b * math.cos(angle)
    return turned
"""
    + ATTENTION
)


@pytest.mark.parametrize("source", [BY_COMPLEX_NUMBERS, BY_LOOPS], ids=["complex numbers", "loops"])
def test_other_right_ways_pass(source: str) -> None:
    assert TRIED.failed(source) == []


def test_the_reference_passes_its_own_tests() -> None:
    assert TRIED.failed(TRIED.solution) == []


def test_a_sum_holds_four_products_and_a_turned_score_none_but_its_own() -> None:
    """Along a diagonal, where the distance is the same, turned scores are equal and added ones are not."""
    turned, added = TRIED.lesson().scores(1, 24), TRIED.lesson().scores(0, 24)
    for distance in range(-5, 6):
        assert np.ptp(np.diagonal(turned, distance)) < 1e-12
        assert np.ptp(np.diagonal(added, distance)) > 0.1


def test_the_hand_that_the_lesson_draws() -> None:
    points = TRIED.lesson().one_hand(7)
    assert np.allclose(points[:, :2], [[math.cos(pos), math.sin(pos)] for pos in range(7)], atol=1e-15)
    assert np.allclose(points[:, 2], 1)
    assert 6 < 2 * math.pi < 6.3


def test_a_point_a_quarter_turn_ahead_stays_so() -> None:
    assert np.allclose(rotary_embedding(np.array([[0.0, 1.0]]), 1), [[-math.sin(1), math.cos(1)]], atol=1e-15)


def test_speeds_and_turns() -> None:
    speeds = 10000.0 ** (-np.arange(0, 8, 2) / 8)
    TRIED.states("the speeds are " + ", ".join(f"{speed:g}" for speed in speeds[:3]) + f" and {speeds[3]:g}")
    turns = 2 * math.pi / speeds
    TRIED.states(f"one turn takes {turns[0]:.2f}, {turns[1]:.1f}, {turns[2]:.0f} and {turns[3]:.0f} steps")


def test_the_decay_with_the_distance() -> None:
    decay = TRIED.lesson().decay(128, 200)[0]
    assert decay[0] == 1
    TRIED.states(f"At distance 1 it is {decay[1]:.3f}, at 10 it is {decay[10]:.3f} and at 100 it is {decay[100]:.3f}")


def test_what_the_slow_pairs_have_seen() -> None:
    slowest = 10000 ** (126 / 128)
    TRIED.states(f"has the divisor {slowest:.0f}, so 4096 steps turn it by {4096 / slowest:.2f} radians")
    assert 4096 / slowest / (2 * math.pi) < 0.1
    TRIED.states(f"with base 500000 the last pair has the divisor {500000 ** (126 / 128):.0f}")


def test_the_claims_about_mistakes() -> None:
    """exponent-i: about every 600 positions. angle-multiplied: thousands of radians a step."""
    wide = 512
    assert 600 < 2 * math.pi * 10000 ** ((wide - 2) / 2 / wide) < 628.4
    assert 10000 ** ((wide - 2) / wide) > 9000
    upper = 10000.0 ** (np.arange(0, wide, 2) / (wide // 2))[wide // 4 :]
    assert upper.min() == pytest.approx(10000)  # exponent-doubled: from the middle on no pair turns in a text
