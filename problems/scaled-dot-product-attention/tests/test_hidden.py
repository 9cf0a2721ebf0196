"""What Submit asks. Ten points.

Every table is made anew for each call, since a wrong function may change what it is given. Numbers are compared with
1e-12 times the size of the values: sums of a few hundred products err by less than 1e-14 of it.
"""

import numpy as np
import pytest
from solution import scaled_dot_product_attention as reference
from submission import scaled_dot_product_attention

from gradatim_runner.testing import assert_matches

Tables = tuple[np.ndarray, np.ndarray, np.ndarray]


def tables(n: int, m: int, d_k: int, d_v: int, *, seed: int) -> Tables:
    """Queries, keys and values with random entries of size 1."""
    random = np.random.default_rng(seed)
    return random.normal(size=(n, d_k)), random.normal(size=(m, d_k)), random.normal(size=(m, d_v))


def causal(n: int) -> np.ndarray:
    return np.tril(np.ones((n, n), dtype=bool))


def attention(*given: np.ndarray) -> np.ndarray:
    """The learner's answer for copies of what is given, once it is known to be finite numbers."""
    answer = scaled_dot_product_attention(*(table.copy() for table in given))
    assert isinstance(answer, np.ndarray), "not an array"
    assert answer.dtype.kind == "f", "not real numbers"
    assert np.isfinite(answer).all(), "not finite"
    return answer


def assert_right(*given: np.ndarray) -> None:
    assert_matches(
        scaled_dot_product_attention(*(table.copy() for table in given)), reference(*given), rtol=0, atol=1e-12
    )


@pytest.mark.points(1)
@pytest.mark.hint("Look at the shapes of all you compute, for four different sizes.")
def test_shape_and_type() -> None:
    """There is a row for each query and a column for each column of the values."""
    for n, m, d_k, d_v in [(3, 5, 4, 2), (1, 4, 2, 3), (4, 1, 3, 5), (2, 3, 1, 1)]:
        answer = scaled_dot_product_attention(*tables(n, m, d_k, d_v, seed=n))
        assert isinstance(answer, np.ndarray), "not an array"
        assert answer.shape == (n, d_v)
        assert answer.dtype == np.float64


@pytest.mark.points(1)
@pytest.mark.hint("Add up the weights of one query.")
def test_weights_add_up_to_one() -> None:
    """Where all values are alike, every query takes just that."""
    queries, keys, _ = tables(4, 6, 3, 2, seed=10)
    assert np.abs(attention(queries, keys, np.full((6, 2), 2.5)) - 2.5).max() < 1e-6


@pytest.mark.points(2)
@pytest.mark.hint("Follow one query by hand: its scores, their exponentials, the weights, the mixed values.")
def test_small_tables() -> None:
    """Small tables of all sizes give the right numbers."""
    for n, m, d_k, d_v in [(2, 3, 4, 5), (5, 2, 3, 4), (3, 3, 2, 2), (4, 4, 4, 4), (6, 7, 5, 3)]:
        assert_right(*tables(n, m, d_k, d_v, seed=20 + n))


@pytest.mark.points(1)
@pytest.mark.hint("What does the width of the queries do to the size of their dot products?")
def test_wide_tables() -> None:
    """Wide queries are scaled as narrow ones are."""
    assert_right(*tables(16, 64, 256, 8, seed=30))


@pytest.mark.points(1)
@pytest.mark.hint("e to the power 710 is infinite in 64 bits. Which scores can you take without changing the weights?")
def test_large_scores() -> None:
    """Scores of many thousands give finite answers."""
    queries, keys, values = tables(3, 5, 4, 2, seed=40)
    assert_right(queries * 1e4, keys, values)
    assert_right(-queries * 1e4, keys, values)


@pytest.mark.points(0.5)
@pytest.mark.hint("What are the exponentials in a row that lies far below the largest score of the table?")
def test_queries_of_very_different_size() -> None:
    """A query with small scores is answered beside one with huge scores."""
    queries, keys, values = tables(4, 5, 3, 2, seed=50)
    assert_right(queries * np.array([[1.0], [1e5], [1e-3], [3e3]]), keys, values)


@pytest.mark.points(1)
@pytest.mark.hint("Which score leaves a key no weight at all?")
def test_what_is_masked_has_no_influence() -> None:
    """What a query may not look at has no influence on what it takes."""
    queries, keys, values = tables(3, 5, 4, 2, seed=60)
    mask = np.array([[1, 1, 0, 1, 0], [0, 1, 0, 0, 0], [1, 1, 0, 0, 1]], dtype=bool)
    first = attention(queries, keys, values, mask)
    keys[2], values[2] = 50.0, 1e6  # no query may look at this one
    assert np.abs(first - attention(queries, keys, values, mask)).max() < 1e-6


@pytest.mark.points(1)
@pytest.mark.hint("Try a mask that lets each token see itself and those before it.")
def test_causal_mask() -> None:
    """With a causal mask each token takes from itself and those before it, in weights that add up to 1."""
    assert_right(*tables(6, 6, 4, 3, seed=70), causal(6))
    queries, keys, values = tables(5, 5, 3, 2, seed=71)
    assert_right(queries * 1e5, keys, values, causal(5))


@pytest.mark.points(1)
@pytest.mark.hint("Does anything in your code depend on the place of a row, and not only on what is in it?")
def test_order_plays_no_part() -> None:
    """Tokens in another order take the same, in that order; without positions attention cannot tell."""
    tokens, _, _ = tables(7, 1, 4, 1, seed=80)
    order = np.array([3, 0, 6, 2, 5, 1, 4])
    straight, shuffled = attention(tokens, tokens, tokens), attention(*[tokens[order]] * 3)
    assert straight.shape == shuffled.shape == (7, 4)
    assert np.abs(straight[order] - shuffled).max() < 1e-6
    turned = attention(tokens[:3], tokens[order], tokens[order])
    assert np.abs(turned - attention(tokens[:3], tokens, tokens)).max() < 1e-6


@pytest.mark.points(0.5)
@pytest.mark.hint("Does `-=` or `/=` make a new array? Is anything kept between two calls?")
def test_arguments_stay_as_they_were() -> None:
    """The arguments stay as they were, and the same call gives the same answer."""
    given, mask = tables(5, 5, 3, 3, seed=90), causal(5)
    before = [table.copy() for table in given]
    first = scaled_dot_product_attention(*given, mask)
    for table, copy in zip(given, before, strict=True):
        assert_matches(table, copy, rtol=0, atol=0)
    assert_matches(mask, causal(5))
    assert_matches(scaled_dot_product_attention(*given, mask), first, rtol=0, atol=0)
