"""What Submit asks, from the simple to the subtle. Ten points.

Tests of one aspect read the table through `table_of`, which leaves the dtype alone, and have wide bounds: a table that
is wrong in one way only, in its digits for instance, should fail the tests of that way and those that compare whole
tables, and no others.

Where the narrow bounds come from: an angle's rounding error is near 1e-16 x position x a small factor, whatever formula
is used, so 1e-12 is ample for the first dozens of positions and 1e-10 for position 4096. Rounding to 10 decimals errs
by up to 5e-11, and 1e-12 sees it.
"""

import numpy as np
import pytest
from solution import positional_encoding as reference
from submission import positional_encoding

from gradatim_runner.testing import assert_matches


def table_of(seq_length: int, d_model: int) -> np.ndarray:
    """The learner's table as float64, once it is known to be a finite table of numbers of the right shape."""
    answer = positional_encoding(seq_length, d_model)
    assert isinstance(answer, np.ndarray), "not an array"
    assert answer.shape == (seq_length, d_model), "another shape"
    assert answer.dtype.kind in "fiu", "not real numbers"
    table = answer.astype(np.float64)
    assert np.isfinite(table).all(), "not finite"
    return table


def assert_follows_the_formula(seq_length: int, d_model: int, *, atol: float) -> None:
    assert_matches(positional_encoding(seq_length, d_model), reference(seq_length, d_model), rtol=0, atol=atol)


@pytest.mark.points(1)
@pytest.mark.hint("Look at the shape of what you return, also for a single position and for only two dimensions.")
def test_shape() -> None:
    """There is a row for each position and a column for each dimension."""
    for seq_length, d_model in [(1, 2), (1, 8), (7, 2), (4, 6), (6, 4), (6, 6)]:
        answer = positional_encoding(seq_length, d_model)
        assert isinstance(answer, np.ndarray), "not an array"
        assert answer.shape == (seq_length, d_model)


@pytest.mark.points(0.5)
@pytest.mark.hint("Ask your array for its dtype, and compare it with the requirements.")
def test_dtype() -> None:
    """The numbers are 64-bit floats."""
    for seq_length, d_model in [(1, 2), (5, 4)]:
        answer = positional_encoding(seq_length, d_model)
        assert isinstance(answer, np.ndarray), "not an array"
        assert answer.dtype == np.float64


@pytest.mark.points(0.5)
@pytest.mark.hint("Which position does your first row stand for? What are the sine and the cosine of 0?")
def test_first_row() -> None:
    """The first row is position 0: every sine is 0 and every cosine is 1."""
    for seq_length, d_model in [(1, 6), (3, 8)]:
        first = table_of(seq_length, d_model)[0]
        assert np.abs(first[0::2]).max() < 1e-4
        assert np.abs(first[1::2] - 1).max() < 1e-4


@pytest.mark.points(1)
@pytest.mark.hint("For i = 0 the power of 10000 is 1. What is left of the angle, and which column gets its sine?")
def test_first_pair() -> None:
    """The first two columns are the sine and the cosine of the position itself."""
    table = table_of(8, 6)
    assert np.abs(table[:, 0] - np.sin(np.arange(8))).max() < 1e-4
    assert np.abs(table[:, 1] - np.cos(np.arange(8))).max() < 1e-4


@pytest.mark.points(3)
@pytest.mark.hint("Take one wrong cell, and work out its pair i, its exponent, its divisor and its angle by hand.")
def test_small_tables() -> None:
    """Small tables follow the formula in every cell."""
    for seq_length, d_model in [(3, 4), (5, 6), (6, 8), (9, 10), (12, 14)]:
        assert_follows_the_formula(seq_length, d_model, atol=1e-12)


@pytest.mark.points(0.5)
@pytest.mark.hint("Sines and cosines have bounds. What do your columns hold for a large position?")
def test_range() -> None:
    """No value leaves the range from -1 to 1."""
    assert np.abs(table_of(60, 12)).max() <= 1 + 1e-12


@pytest.mark.points(0.5)
@pytest.mark.hint("A sine alone takes every value twice in a turn. What do you store to tell the two apart?")
def test_rows_differ() -> None:
    """No two positions share a row, not even nearly."""
    table = table_of(300, 2)
    distance = np.abs(table[:, np.newaxis] - table).max(axis=-1)
    np.fill_diagonal(distance, 1)
    assert distance.min() > 0.01  # 44 steps are seven turns less 0.018, the closest that two rows come here


@pytest.mark.points(0.5)
@pytest.mark.hint(
    "sin a sin b + cos a cos b = cos(a - b) needs the sine and the cosine of the same angle, side by side."
)
def test_dot_product() -> None:
    """The dot product of two rows depends only on how far apart they are."""
    table = table_of(40, 16)
    for offset in (0, 1, 3, 11):
        products = (table[: 40 - offset] * table[offset:]).sum(axis=1)
        assert np.ptp(products) < 1e-4


@pytest.mark.points(0.5)
@pytest.mark.hint(
    "Each pair of neighbouring columns is the hand of a clock: k steps turn it equally far from any start."
)
def test_rotation() -> None:
    """Moving k positions on turns each pair of columns by the pair's angle for k."""
    table = table_of(32, 10)
    sines, cosines = table[:, 0::2], table[:, 1::2]
    for offset in (1, 2, 7):
        sine, cosine = sines[offset], cosines[offset]
        start = slice(0, 32 - offset)
        assert np.abs(sines[start] * cosine + cosines[start] * sine - sines[offset:]).max() < 1e-4
        assert np.abs(cosines[start] * cosine - sines[start] * sine - cosines[offset:]).max() < 1e-4


@pytest.mark.points(0.5)
@pytest.mark.hint("Is anything in your computation kept in fewer digits than the result?")
def test_long_sequence() -> None:
    """Far positions follow the formula as well as near ones."""
    assert_follows_the_formula(4097, 8, atol=1e-10)


@pytest.mark.points(1)
@pytest.mark.hint("With many dimensions the last pairs turn very slowly. What is the largest exponent you use?")
def test_wide_model() -> None:
    """Wide tables follow the formula up to the last pair."""
    assert_follows_the_formula(16, 512, atol=1e-12)


@pytest.mark.points(0.5)
@pytest.mark.hint("Does your function keep anything between two calls? Does a row depend on how many there are?")
def test_calls_are_independent() -> None:
    """Neither earlier calls nor the number of rows change a row."""
    short = table_of(5, 6)
    whole = table_of(9, 6)
    for seq_length, d_model in [(9, 4), (2, 6), (5, 10), (5, 6), (9, 6)]:
        table = table_of(seq_length, d_model)
        if d_model == 6:
            assert np.abs(table - whole[:seq_length]).max() < 1e-12
    assert np.abs(short - whole[:5]).max() < 1e-12
