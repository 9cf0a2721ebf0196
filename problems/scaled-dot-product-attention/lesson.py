"""What the lesson shows as arrays."""

import numpy as np
from solution import scaled_dot_product_attention

KEYS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


def weights_of(queries: np.ndarray, keys: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """The weights themselves: what attention makes of values that are each a column of their own."""
    return scaled_dot_product_attention(queries, keys, np.eye(len(keys)), mask)


def worked_example() -> np.ndarray:
    """Scores, exponentials and weights of the query (1, 0), a row each."""
    scores = KEYS @ np.array([1.0, 0.0]) / np.sqrt(2)
    return np.stack([scores, np.exp(scores), weights_of(np.array([[1.0, 0.0]]), KEYS)[0]])


def weights_by_width(scaled: int) -> np.ndarray:
    """The weights of eight random keys, the largest first; a row for each width from 4 to 1024."""
    random = np.random.default_rng(7)
    rows = []
    for width in (4, 16, 64, 256, 1024):
        query, keys = random.normal(size=(1, width)), random.normal(size=(8, width))
        rows.append(np.sort(weights_of(query if scaled else query * np.sqrt(width), keys)[0])[::-1])
    return np.stack(rows)


def sentence_weights(causal: int) -> np.ndarray:
    """Who looks at whom among eight random tokens of width 4."""
    tokens = np.random.default_rng(3).normal(size=(8, 4)) * 1.5
    return weights_of(tokens, tokens, np.tril(np.ones((8, 8), dtype=bool)) if causal else None)


def shuffled(order: list[int]) -> np.ndarray:
    """What attention makes of three tokens, put in this order."""
    tokens = KEYS[np.asarray(order)]
    return scaled_dot_product_attention(tokens, tokens, tokens)
