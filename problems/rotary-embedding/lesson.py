"""What the lesson shows as arrays."""

import numpy as np
from solution import rotary_embedding


def one_hand(steps: int) -> np.ndarray:
    """The point (1, 0) at the positions 0, 1, 2, ..., in columns: x, y and the length."""
    points = rotary_embedding(np.array([[1.0, 0.0]] * steps))
    return np.column_stack([points, np.hypot(points[:, 0], points[:, 1])])


def scores(turned: int, size: int) -> np.ndarray:
    """The scores of one query with one key, for all positions of both. `turned`: by a rotary embedding, or added to."""
    query, key = np.random.default_rng(5).normal(size=(2, 16))
    queries, keys = np.tile(query, (size, 1)), np.tile(key, (size, 1))
    if turned:
        return rotary_embedding(queries) @ rotary_embedding(keys).T / 4
    angles = np.arange(size)[:, np.newaxis] / 10000.0 ** (np.arange(0, 16, 2) / 16)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(size, 16)
    return (queries + table) @ (keys + table).T / 4


def decay(width: int, distances: int) -> np.ndarray:
    """The mean over all pairs of the cosine of the angle between two positions, by how far they are apart."""
    ones = np.tile([1.0, 0.0], (distances, width // 2))
    turned = rotary_embedding(ones)
    return (turned @ turned[0] / (width / 2))[np.newaxis]
