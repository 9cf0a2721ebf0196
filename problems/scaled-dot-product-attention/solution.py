"""Scaled dot-product attention, as in Vaswani et al. (2017), section 3.2.1."""

import numpy as np


def scaled_dot_product_attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, mask: np.ndarray | None = None
) -> np.ndarray:
    """Mix the values for each query, by how well the keys fit it.

    queries: (n, d_k); keys: (m, d_k); values: (m, d_v); mask: (n, m), True where a query may look at a key.
    Returns a float64 array of shape (n, d_v).
    """
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)  # the exponential makes exactly 0 of it
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))  # at most 1, so that nothing overflows
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ values
