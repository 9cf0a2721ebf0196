"""What Run shows: small calls whose answers can be worked out by hand."""

import math

import numpy as np
import pytest
from submission import positional_encoding

from gradatim_runner.testing import assert_matches


@pytest.mark.hint("Put pos = 0 into both formulas: what is the angle, and what are its sine and its cosine?")
def test_a_single_position() -> None:
    """Position 0 in four dimensions is 0, 1, 0, 1."""
    assert_matches(positional_encoding(1, 4), np.array([[0.0, 1.0, 0.0, 1.0]]), rtol=0, atol=1e-12)


@pytest.mark.hint("With d_model = 2 there is one pair, i = 0, and the power of 10000 is 1.")
def test_two_dimensions() -> None:
    """In two dimensions a position is just its own sine and cosine."""
    expected = np.array([[math.sin(pos), math.cos(pos)] for pos in range(4)])
    assert_matches(positional_encoding(4, 2), expected, rtol=0, atol=1e-12)


@pytest.mark.hint("The second pair is i = 1: work out its power of 10000 for d_model = 4 on paper.")
def test_four_dimensions() -> None:
    """In four dimensions the second pair turns a hundred times more slowly than the first."""
    expected = np.array([[math.sin(pos), math.cos(pos), math.sin(pos / 100), math.cos(pos / 100)] for pos in range(3)])
    assert_matches(positional_encoding(3, 4), expected, rtol=0, atol=1e-12)
