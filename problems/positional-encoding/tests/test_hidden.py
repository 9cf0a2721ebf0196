"""What Submit asks, from the simple to the subtle. Ten points.

A table that is wrong in one way only should fail the tests of that way and no others. So type, shape and row 0 have
tests of their own, the others read the learner's numbers through `numbers_of` and from row 1 on, and tests of one
property have wide bounds: digits are the affair of the tests that compare whole tables.

No two tests ask for a table of the same size. Code that is right in small tables, or in its first block, or in the
first call, may be wrong in others: mutants.toml lists what only one of these tests can see.

Where the narrow bounds come from: an angle's rounding error is near 1e-16 x position x a small factor, whatever formula
is used, so 1e-12 is ample for the first dozens of positions and 1e-10 for position 4096. Rounding to 10 decimals errs
by up to 5e-11, and 1e-12 sees it.
"""

import numpy as np
import pytest
from solution import positional_encoding as reference
from submission import positional_encoding

from gradatim_runner.testing import assert_matches, call_each

Size = tuple[int, int]


def tables_of(*sizes: Size) -> list[np.ndarray]:
    """The learner's numbers for each size, see `numbers_of`."""
    answers = call_each(positional_encoding, sizes)
    return [numbers_of(answer, size) for answer, size in zip(answers, sizes, strict=True)]


def numbers_of(answer: object, size: Size) -> np.ndarray:
    """The learner's numbers, row by row, once it is known that they are finite and as many as there should be."""
    seq_length, d_model = size
    answer = np.asarray(answer)
    assert answer.dtype.kind in "fiu", "not real numbers"
    assert answer.size == seq_length * d_model, "more or fewer numbers"
    numbers = answer.astype(np.float64)
    assert np.isfinite(numbers).all(), "not finite"
    return numbers.reshape(seq_length, d_model)


def assert_follow_the_formula(*sizes: Size, atol: float) -> None:
    """From position 1 on: position 0 has a test of its own."""
    for size, table in zip(sizes, tables_of(*sizes), strict=True):
        assert_matches(table[1:], reference(*size)[1:], rtol=0, atol=atol)


@pytest.mark.points(1)
@pytest.mark.hint("Look at the shape of what you return, also for a single position.")
def test_shape() -> None:
    """There is a row for each position and a column for each dimension."""
    sizes = [(1, 8), (7, 4), (4, 6), (6, 4), (6, 6)]
    for size, answer in zip(sizes, call_each(positional_encoding, sizes), strict=True):
        assert np.shape(answer) == size


@pytest.mark.points(0.5)
@pytest.mark.hint("Ask what you return for its type and its dtype, and compare them with the requirements.")
def test_dtype() -> None:
    """The answer is an array, and its numbers are 64-bit floats."""
    for answer in call_each(positional_encoding, [(1, 10), (8, 4)]):
        assert isinstance(answer, np.ndarray), "not an array"
        assert answer.dtype == np.float64


@pytest.mark.points(0.5)
@pytest.mark.hint("Which position does your first row stand for? What are the sine and the cosine of 0?")
def test_first_row() -> None:
    """The first row is position 0: every sine is 0 and every cosine is 1."""
    for table in tables_of((1, 6), (3, 8)):
        first = table[0]
        assert np.abs(first[0::2]).max() < 1e-4
        assert np.abs(first[1::2] - 1).max() < 1e-4


@pytest.mark.points(1)
@pytest.mark.hint(
    "For i = 0 the power of 10000 is 1. What is left of the angle? What is there beside it for d_model = 2?"
)
def test_first_pair() -> None:
    """The first two columns are the sine and the cosine of the position itself, also where there are no others."""
    for table in tables_of((8, 6), (9, 2)):
        positions = np.arange(1, len(table))
        assert np.abs(table[1:, 0] - np.sin(positions)).max() < 1e-4
        assert np.abs(table[1:, 1] - np.cos(positions)).max() < 1e-4


@pytest.mark.points(3)
@pytest.mark.hint("Take one wrong cell, and work out its pair i, its exponent, its divisor and its angle by hand.")
def test_small_tables() -> None:
    """Small tables follow the formula in every cell."""
    assert_follow_the_formula((5, 4), (5, 6), (6, 8), (9, 10), (12, 14), atol=1e-12)


@pytest.mark.points(0.5)
@pytest.mark.hint("Sines and cosines have bounds. What do your columns hold for a large position?")
def test_range() -> None:
    """No value leaves the range from -1 to 1."""
    [table] = tables_of((60, 50))
    assert np.abs(table).max() <= 1 + 1e-12


@pytest.mark.points(0.5)
@pytest.mark.hint("A sine alone takes every value twice in a turn. What do you store to tell the two apart?")
def test_rows_differ() -> None:
    """No two positions share a row, not even nearly."""
    for table in tables_of((300, 4), (280, 64)):
        distances = table @ table.T  # |a|² + |b|² - 2ab, in one array: making others costs more than all the rest
        squares = distances.diagonal().copy()
        distances *= -2
        distances += squares
        distances += squares[:, np.newaxis]
        np.fill_diagonal(distances, 1)
        assert distances.min() > 0.001  # 19 steps are three turns and 0.15 of one pair, 0.19 of the other: 0.06


@pytest.mark.points(0.5)
@pytest.mark.hint(
    "sin a sin b + cos a cos b = cos(a - b) needs the sine and the cosine of the same angle, side by side."
)
def test_dot_product() -> None:
    """The dot product of two rows depends only on how far apart they are."""
    table = tables_of((64, 96))[0][1:]
    for offset in (0, 1, 3, 11):
        products = (table[: 63 - offset] * table[offset:]).sum(axis=1)
        assert np.ptp(products) < 1e-4


@pytest.mark.points(0.5)
@pytest.mark.hint(
    "Each pair of neighbouring columns is the hand of a clock: k steps turn it equally far from any start."
)
def test_rotation() -> None:
    """Moving k positions on turns each pair of columns by the pair's angle for k."""
    [table] = tables_of((1030, 6))
    sines, cosines = table[:, 0::2], table[:, 1::2]
    for offset in (1, 2, 7):
        sine, cosine = sines[offset], cosines[offset]
        start, end = slice(1, 1030 - offset), slice(1 + offset, 1030)
        assert np.abs(sines[start] * cosine + cosines[start] * sine - sines[end]).max() < 1e-4
        assert np.abs(cosines[start] * cosine - sines[start] * sine - cosines[end]).max() < 1e-4


@pytest.mark.points(0.5)
@pytest.mark.hint("Is anything in your computation kept in fewer digits than the result?")
def test_long_sequence() -> None:
    """Far positions follow the formula as well as near ones."""
    assert_follow_the_formula((4097, 4), atol=1e-10)


@pytest.mark.points(1)
@pytest.mark.hint("With many dimensions the last pairs turn very slowly. What is the largest exponent you use?")
def test_wide_model() -> None:
    """Wide tables follow the formula up to the last pair."""
    assert_follow_the_formula((16, 512), atol=1e-12)


@pytest.mark.points(0.5)
@pytest.mark.hint("Does your function keep anything between two calls? Does a row depend on how many there are?")
def test_calls_are_independent() -> None:
    """Neither earlier calls nor the number of rows change a row."""
    tables = tables_of((6, 12), (10, 12), (10, 4), (2, 12), (6, 10), (6, 12), (10, 12))
    short, whole, *others = tables
    for table in others:
        if table.shape[1] == 12:
            assert np.abs(table - whole[: len(table)]).max() < 1e-12
    assert np.abs(short - whole[:6]).max() < 1e-12
