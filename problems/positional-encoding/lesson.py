"""What the lesson shows besides the encoding itself. Runs where the reference runs; learners never see it."""

import numpy as np
from solution import positional_encoding


def wavelengths(seq_length: int, d_model: int) -> np.ndarray:
    """How many positions one turn takes, for each column."""
    return 2 * np.pi * 10000.0 ** (2 * (np.arange(d_model) // 2) / d_model)


def attention(order: list[int], positions: int) -> np.ndarray:
    """The plainest attention over the tokens dogs (0) and bite (1), in this order; a row for dogs, one for bite.

    Queries, keys and values are the tokens themselves. With `positions` 1 the encoding is added, with 0 nothing.
    """
    tokens = np.eye(2)[np.asarray(order)] + positions * positional_encoding(2, 2)
    weights = np.exp(tokens @ tokens.T / np.sqrt(2))
    weights /= weights.sum(axis=1, keepdims=True)
    return (weights @ tokens)[np.argsort(order)]


def both_orders(positions: int) -> np.ndarray:
    """`attention` for "dogs bite" and for "bite dogs": in each row first the output for dogs, then that for bite."""
    return np.array([attention(order, positions).ravel() for order in ([0, 1], [1, 0])])


def products_of_indices(length: int, normalised: int) -> np.ndarray:
    """pos times pos for all pairs of positions; of the positions divided by the last one where `normalised` is 1."""
    index = np.arange(length) / (length - 1 if normalised else 1)
    return np.outer(index, index)


def products(seq_length: int, d_model: int) -> np.ndarray:
    """The dot products of all pairs of rows."""
    table = positional_encoding(seq_length, d_model)
    return table @ table.T


def products_by_distance(distances: list[int], widths: list[int]) -> np.ndarray:
    """For each width a row: the dot products of position 0 with the positions at these distances."""
    rows = [positional_encoding(max(distances) + 1, width) for width in widths]
    return np.array([(table[0] @ table.T)[np.asarray(distances)] for table in rows])


def bases(d_model: int, candidates: list[int]) -> np.ndarray:
    """For each base: the longest wavelength, how many pairs need over 4096 positions a turn, how many under 512."""
    lengths = 2 * np.pi * np.asarray(candidates, float)[:, np.newaxis] ** (np.arange(0, d_model, 2) / d_model)
    return np.stack([lengths[:, -1], (lengths > 4096).sum(axis=1), (lengths < 512).sum(axis=1)], axis=1)


def hands(d_model: int) -> np.ndarray:
    """For each pair: its divisor, and its wavelength."""
    lengths = wavelengths(1, d_model)[0::2]
    return np.stack([lengths / (2 * np.pi), lengths])


def bits(count: int, places: int) -> np.ndarray:
    """The binary digits of 0, 1, 2 ..., the lowest first."""
    return np.arange(count)[:, np.newaxis] >> np.arange(places) & 1
