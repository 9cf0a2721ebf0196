"""Rotary position embedding of Su et al. (2021), section 3.2, with neighbouring columns as pairs."""

import numpy as np


def rotary_embedding(vectors: np.ndarray, start: int = 0) -> np.ndarray:
    """Turn each pair of columns by an angle that grows with the position.

    vectors: float64 of shape (seq_length, d_model), d_model even; the first row stands at position `start`.
    Returns a new array of the same shape.
    """
    seq_length, d_model = vectors.shape
    positions = np.arange(start, start + seq_length)[:, np.newaxis]
    exponents = np.arange(0, d_model, 2) / d_model
    angles = positions / 10000.0**exponents
    even, odd = vectors[:, 0::2], vectors[:, 1::2]
    turned = np.empty((seq_length, d_model))
    turned[:, 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    turned[:, 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return turned


def rotary_attention(queries: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Scaled dot-product attention whose queries and keys are turned by their positions.

    queries and keys: (seq_length, d_model), d_model even; values: (seq_length, d_values).
    Returns a float64 array of shape (seq_length, d_values).
    """
    scores = rotary_embedding(queries) @ rotary_embedding(keys).T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ values
