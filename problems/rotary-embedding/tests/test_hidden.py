"""What Submit asks. Ten points.

Tests of one property look at tables through `turned`, have wide bounds and ask for sizes of their own. An angle's
rounding error is near 1e-16 x position x a small factor, whatever formula is used: 1e-12 is ample for the first dozens
of positions, and 1e-10 for position 4096.
"""

import numpy as np
import pytest
from solution import rotary_attention as reference_attention
from solution import rotary_embedding as reference
from submission import rotary_attention, rotary_embedding

from gradatim_runner.testing import assert_matches


def vectors(seq_length: int, d_model: int, *, seed: int) -> np.ndarray:
    """Random entries of size 1."""
    return np.random.default_rng(seed).normal(size=(seq_length, d_model))


def turned(given: np.ndarray, *start: int) -> np.ndarray:
    """The learner's vectors, once they are known to be as many finite numbers as there should be."""
    answer = np.asarray(rotary_embedding(given.copy(), *start))
    assert answer.dtype.kind == "f", "not real numbers"
    assert answer.size == given.size, "more or fewer numbers"
    assert np.isfinite(answer).all(), "not finite"
    return answer.reshape(given.shape)


@pytest.mark.points(1)
@pytest.mark.hint("Ask what you return for its type, its shape and its dtype.")
def test_shape_and_type() -> None:
    """What comes back is a float64 array of the shape of what was given."""
    for seq_length, d_model in [(1, 2), (5, 4), (4, 10)]:
        answer = rotary_embedding(vectors(seq_length, d_model, seed=1))
        assert isinstance(answer, np.ndarray), "not an array"
        assert (answer.shape, answer.dtype) == ((seq_length, d_model), np.dtype(np.float64))


@pytest.mark.points(2)
@pytest.mark.hint(
    "Take one pair of one row, and work out its exponent, its divisor, its angle and the two new numbers by hand."
)
def test_small_tables() -> None:
    """Small tables are turned as the formula says."""
    for seq_length, d_model in [(2, 2), (3, 4), (4, 6), (6, 8), (9, 14)]:
        given = vectors(seq_length, d_model, seed=seq_length)
        assert_matches(turned(given), reference(given), rtol=0, atol=1e-12)


@pytest.mark.points(1)
@pytest.mark.hint("In a text that is continued the new rows stand behind the old ones. Do yours?")
def test_a_text_may_be_continued() -> None:
    """Two halves, the second with its start, are turned as the whole is."""
    given = vectors(13, 6, seed=20)
    pieces = np.concatenate([turned(given[:5]), turned(given[5:], 5)])
    assert np.abs(pieces - turned(given, 0)).max() < 1e-9
    assert_matches(turned(given, 17), reference(given, 17), rtol=0, atol=1e-12)


@pytest.mark.points(0.5)
@pytest.mark.hint("Does a hand of a clock change its length when it turns?")
def test_lengths_are_kept() -> None:
    """Turning changes the length of no pair."""
    given = vectors(40, 18, seed=30)
    before = given[:, 0::2] ** 2 + given[:, 1::2] ** 2
    answer = turned(given)
    assert np.abs(answer[:, 0::2] ** 2 + answer[:, 1::2] ** 2 - before).max() < 1e-6


@pytest.mark.points(1)
@pytest.mark.hint(
    "The angle between a turned query and a turned key is the difference of two angles. What is left of the positions?"
)
def test_scores_depend_on_the_distance_alone() -> None:
    """The score of two vectors depends on how far apart they stand, not on where."""
    query, key = vectors(1, 34, seed=40), vectors(1, 34, seed=41)
    for distance in (0, 1, 5, 40):
        scores = [(turned(query, at + distance) * turned(key, at)).sum() for at in (0, 1, 30, 500)]
        assert np.ptp(scores) < 1e-6


@pytest.mark.points(0.5)
@pytest.mark.hint("Is anything in your computation kept in fewer digits than the result?")
def test_far_positions() -> None:
    """Far positions are turned as exactly as near ones."""
    given = vectors(3, 8, seed=50)
    assert_matches(turned(given, 4094), reference(given, 4094), rtol=0, atol=1e-10)


@pytest.mark.points(1)
@pytest.mark.hint("With many pairs the last ones turn very slowly. What is the largest exponent you use?")
def test_wide_vectors() -> None:
    """Wide vectors are turned rightly up to the last pair."""
    given = vectors(12, 256, seed=60)
    assert_matches(turned(given), reference(given), rtol=0, atol=1e-12)


@pytest.mark.points(1.5)
@pytest.mark.hint("Follow one query: turned, against all turned keys, scaled, through the softmax, times the values.")
def test_attention() -> None:
    """Attention with turned queries and keys gives the right numbers."""
    for seq_length, d_model, d_values in [(1, 2, 3), (4, 6, 2), (5, 4, 4), (7, 16, 5)]:
        given = [vectors(seq_length, width, seed=70 + n) for n, width in enumerate((d_model, d_model, d_values))]
        answer = rotary_attention(*(table.copy() for table in given))
        assert_matches(answer, reference_attention(*given), rtol=0, atol=1e-12)


@pytest.mark.points(1)
@pytest.mark.hint("If your attention takes the same whatever the order, who tells it the positions?")
def test_order_plays_a_part() -> None:
    """The same tokens in another order take something else."""
    tokens, values = vectors(6, 8, seed=80), vectors(6, 3, seed=81)
    order = np.array([3, 0, 5, 2, 1, 4])
    straight = np.asarray(rotary_attention(tokens.copy(), tokens.copy(), values))
    shuffled = np.asarray(rotary_attention(tokens[order], tokens[order], values[order]))
    assert straight.shape == shuffled.shape == (6, 3)
    assert np.abs(straight[order] - shuffled).max() > 0.01


@pytest.mark.points(0.5)
@pytest.mark.hint("Do you write into what you were given? Is anything kept between two calls?")
def test_arguments_stay_as_they_were() -> None:
    """The arguments stay as they were, and the same call gives the same answer."""
    given, values = vectors(5, 12, seed=90), vectors(5, 2, seed=91)
    before = given.copy(), values.copy()
    first = rotary_embedding(given, 3)
    rotary_attention(given, given.copy(), values)
    assert_matches(given, before[0], rtol=0, atol=0)
    assert_matches(values, before[1], rtol=0, atol=0)
    assert_matches(rotary_embedding(given, 3), first, rtol=0, atol=0)
