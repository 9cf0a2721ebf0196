"""What Run shows: small calls whose answers can be worked out by hand."""

import math

import numpy as np
import pytest
from submission import rotary_attention, rotary_embedding

from gradatim_runner.testing import assert_matches


@pytest.mark.hint("By which angle is everything turned at position 0?")
def test_position_zero_turns_nothing() -> None:
    """At position 0 nothing is turned."""
    vector = np.array([[3.0, -1.0, 0.5, 2.0]])
    assert_matches(rotary_embedding(vector.copy()), vector, rtol=0, atol=1e-12)


@pytest.mark.hint("With two columns there is one pair, and the power of 10000 is 1.")
def test_one_pair_is_a_hand_of_a_clock() -> None:
    """The point (1, 0) goes round by one radian a step."""
    expected = np.array([[math.cos(pos), math.sin(pos)] for pos in range(4)])
    assert_matches(rotary_embedding(np.array([[1.0, 0.0]] * 4)), expected, rtol=0, atol=1e-12)


@pytest.mark.hint("Which position does the first row stand at, if start is 100?")
def test_rows_may_start_anywhere() -> None:
    """With start the first row stands somewhere else."""
    expected = np.array([[-math.sin(100.0), math.cos(100.0), -math.sin(1.0), math.cos(1.0)]])
    assert_matches(rotary_embedding(np.array([[0.0, 1.0, 0.0, 1.0]]), 100), expected, rtol=0, atol=1e-12)


@pytest.mark.hint("What are the scores of queries that are zero?")
def test_queries_of_zeros_take_the_mean() -> None:
    """Queries of zeros take the mean of the values."""
    keys, values = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[10.0, 1.0], [20.0, 3.0]])
    assert_matches(rotary_attention(np.zeros((2, 2)), keys, values), np.array([[15.0, 2.0]] * 2), rtol=0, atol=1e-12)
