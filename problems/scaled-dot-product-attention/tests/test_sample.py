"""What Run shows: small calls whose answers can be worked out by hand."""

import math

import numpy as np
import pytest
from submission import scaled_dot_product_attention

from gradatim_runner.testing import assert_matches

KEYS = np.array([[1.0, 0.0], [0.0, 1.0]])
VALUES = np.array([[10.0, 0.0, 1.0], [20.0, 1.0, 1.0]])


@pytest.mark.hint("All scores are 0 here. What is the softmax of equal scores?")
def test_a_query_that_fits_all_keys_equally() -> None:
    """A query of zeros takes the mean of the values."""
    got = scaled_dot_product_attention(np.zeros((1, 2)), KEYS.copy(), VALUES.copy())
    assert_matches(got, np.array([[15.0, 0.5, 1.0]]), rtol=0, atol=1e-12)


@pytest.mark.hint("The scores are 1 and 0, divided by the square root of 2.")
def test_a_query_that_fits_one_key() -> None:
    """The key that fits better counts more, by the exponential of the scaled score."""
    first = math.exp(1 / math.sqrt(2))
    weights = np.array([[first, 1.0]]) / (first + 1)
    got = scaled_dot_product_attention(np.array([[1.0, 0.0]]), KEYS.copy(), VALUES.copy())
    assert_matches(got, weights @ VALUES, rtol=0, atol=1e-12)


@pytest.mark.hint("What weight has a key that may not be looked at, and what is left for the other?")
def test_a_mask_leaves_one_key() -> None:
    """Who may look at one key alone takes its value, whatever the scores are."""
    got = scaled_dot_product_attention(np.array([[1.0, 0.0]]), KEYS.copy(), VALUES.copy(), np.array([[False, True]]))
    assert_matches(got, VALUES[1:], rtol=0, atol=1e-12)
