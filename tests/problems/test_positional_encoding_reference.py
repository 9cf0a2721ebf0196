"""The reference is right, and so is every other way to compute it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.problems import exact
from tests.problems.positional_encoding import Array, Encoding, ask, reference


def by_loops(seq_length: int, d_model: int) -> Array:
    table = np.empty((seq_length, d_model))
    for row in range(seq_length):
        for pair in range(d_model // 2):
            angle = row / 10000 ** (2 * pair / d_model)
            table[row, 2 * pair : 2 * pair + 2] = math.sin(angle), math.cos(angle)
    return table


def by_logarithm(seq_length: int, d_model: int) -> Array:
    rates = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    angles = np.arange(seq_length)[:, None] * rates
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(seq_length, d_model)


def by_complex_numbers(seq_length: int, d_model: int) -> Array:
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    spun = np.exp(1j * np.arange(seq_length)[:, None] * rates)
    return np.stack([spun.imag, spun.real], axis=-1).reshape(seq_length, d_model)


def by_turning(seq_length: int, d_model: int) -> Array:
    """Each row is the one before it, turned by one step: errors add up, and still stay within the tolerance."""
    step = np.exp(1j * 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    spun = np.cumprod(np.vstack([np.ones_like(step), np.tile(step, (seq_length - 1, 1))]), axis=0)
    return np.stack([spun.imag, spun.real], axis=-1).reshape(seq_length, d_model)


def by_shifted_sine(seq_length: int, d_model: int) -> Array:
    columns = np.arange(d_model)
    angles = np.arange(seq_length)[:, None] / np.power(10000, (columns - columns % 2) / d_model)
    return np.asarray(np.sin(angles + columns % 2 * np.pi / 2))


RIGHT = [by_loops, by_logarithm, by_complex_numbers, by_turning, by_shifted_sine]


@pytest.mark.parametrize(("seq_length", "d_model"), [(1, 2), (7, 2), (3, 4), (6, 8), (9, 10), (12, 14)])
def test_the_reference_equals_forty_digits_on_small_tables(seq_length: int, d_model: int) -> None:
    expected = [[exact.encoding(pos, column, d_model) for column in range(d_model)] for pos in range(seq_length)]
    np.testing.assert_allclose(reference(seq_length, d_model), expected, rtol=0, atol=1e-14)


def test_the_reference_equals_forty_digits_far_out_and_in_wide_models() -> None:
    far, wide = reference(4097, 8), reference(16, 512)
    for pos in (1000, 3333, 4096):
        np.testing.assert_allclose(far[pos], [exact.encoding(pos, c, 8) for c in range(8)], rtol=0, atol=2e-12)
    for column in (2, 3, 254, 255, 510, 511):
        assert abs(wide[15, column] - exact.encoding(15, column, 512)) < 1e-14


def test_the_reference_returns_float64_of_the_asked_shape() -> None:
    table = reference(5, 6)
    assert type(table) is np.ndarray
    assert (table.shape, table.dtype) == ((5, 6), np.dtype(np.float64))


def test_the_reference_passes_everything_for_ten_points() -> None:
    asked = ask(reference)
    assert not asked.failed
    assert (asked.score, asked.max_score) == (10.0, 10.0)


@pytest.mark.parametrize("function", [pytest.param(f, id=f.__name__) for f in RIGHT])
def test_every_right_formulation_passes(function: Encoding) -> None:
    assert not ask(function).failed


@pytest.mark.parametrize("function", [pytest.param(f, id=f.__name__) for f in RIGHT])
def test_right_formulations_stay_well_within_the_tolerances(function: Encoding) -> None:
    """Ten times below the bounds, so that another machine's sine makes no right answer wrong."""
    for seq_length, d_model, bound in [(12, 14, 1e-12), (16, 512, 1e-12), (4097, 4, 1e-10)]:
        assert np.abs(function(seq_length, d_model) - reference(seq_length, d_model)).max() < bound / 10
