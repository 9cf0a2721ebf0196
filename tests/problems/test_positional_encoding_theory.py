"""Every number that the lesson's text mentions is the one that the reference, or plain arithmetic, gives."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from tests.problems.positional_encoding import Array, reference
from tests.problems.positional_encoding_lesson import ARRAYS, PROSE, SNIPPETS, function_of_lesson, shown

DOGS, BITE = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def attention(tokens: Array) -> Array:
    """Queries, keys and values are the tokens themselves."""
    weights = np.exp(tokens @ tokens.T / math.sqrt(tokens.shape[1]))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True) @ tokens)


@pytest.mark.parametrize("number", [0, 1], ids=["without positions", "with positions"])
def test_the_two_token_example(number: int) -> None:
    positions = reference(2, 2) * number
    dogs_bite = attention(np.array([DOGS, BITE]) + positions)
    bite_dogs = attention(np.array([BITE, DOGS]) + positions)
    expected = [[*dogs_bite[0], *dogs_bite[1]], [*bite_dogs[1], *bite_dogs[0]]]
    np.testing.assert_allclose(shown("both_orders", number), expected, rtol=1e-12)
    assert (np.ptp(shown("both_orders", number), axis=0).max() > 0.1) == bool(number)  # visible, or not


def test_the_weights_and_the_positions_that_the_example_names() -> None:
    weight = math.exp(1 / math.sqrt(2)) / (math.exp(1 / math.sqrt(2)) + 1)
    assert f"it takes {weight:.4f} of itself and {1 - weight:.4f} of the other" in PROSE
    sine, cosine = reference(2, 2)[1]
    assert f"$(0, 1)$ for position 0 and $({sine:.4f}, {cosine:.4f})$ for position 1" in PROSE


def test_the_raw_and_the_normalised_index() -> None:
    assert (2 * 3, 2 * 100) == (6, 200)
    assert (5 / (11 - 1), 5 / (101 - 1)) == (0.5, 0.05)
    assert (1 / (11 - 1), 1 / (101 - 1)) == (0.1, 0.01)
    assert (round(0.2 * 0.3, 10), 0.2 * 1.0) == (0.06, 0.2)


def test_products_of_indices_do_not_show_the_diagonal_and_those_of_the_encoding_do() -> None:
    indices, encoding = shown("products_of_indices", 24, 1), shown("products", 48, 128)
    np.testing.assert_allclose(indices, np.outer(np.arange(24), np.arange(24)) / 23**2)
    assert np.argmax(indices[5]) == 23  # nothing is nearer to position 5 than the end of the sentence
    assert [int(np.argmax(row)) for row in encoding] == list(range(48))
    for offset in range(48):
        assert np.ptp(np.diagonal(encoding, offset)) < 1e-9  # "along every diagonal the value is the same"


def test_the_last_bit_flips_at_every_step_the_next_at_every_second() -> None:
    bits = shown("bits", 16, 4)
    assert [int(row @ [1, 2, 4, 8]) for row in bits] == list(range(16))
    for place in range(3):
        flips = np.flatnonzero(np.diff(bits[:, place])) + 1
        assert set(np.diff(flips)) == {2**place}


def test_the_four_hands_of_width_eight() -> None:
    np.testing.assert_allclose(shown("hands", 8), np.outer([1, 2 * math.pi], [1, 10, 100, 1000]))


def test_the_table_of_eight_dimensions_shows_the_rows_that_are_read() -> None:
    (table,) = [block for block in ARRAYS if block.args == [306, 8]]
    assert (table.function, table.view, table.rows) == ("", "table", [0, 1, 2, 3, 5, 6, 305])
    assert table.column_labels == [f"{column}: {'cos' if column % 2 else 'sin'}" for column in range(8)]


def test_what_is_read_from_the_table_of_eight_dimensions() -> None:
    turns = 305 / (2 * math.pi * np.array([1, 10, 100, 1000]))
    assert int(turns[0]) == 48
    assert turns[1] == pytest.approx(4.85, abs=0.01)
    assert turns[2] == pytest.approx(0.485, abs=0.01)
    assert turns[3] == pytest.approx(1 / 20, abs=0.005)
    right = reference(306, 8)
    assert f"its cosine is ${right[305, 5]:.4f}$" in PROSE
    assert abs(right[6, 0] - right[305, 0]) < 0.02
    assert np.abs(right[6, :2] - right[0, :2]).max() < 0.3 < np.abs(right[6, 2:4] - right[0, 2:4]).max()


def test_44_steps_are_seven_turns_and_a_little() -> None:
    assert 7 * 2 * math.pi - 44 == pytest.approx(-0.0177, abs=1e-4)
    assert "44 steps are seven turns and 0.018 radians" in PROSE


def test_a_radian() -> None:
    assert f"{2 * math.pi:.2f}" == "6.28"


def test_the_picture_of_24_positions_and_48_dimensions() -> None:
    (picture,) = [block for block in ARRAYS if block.args == [24, 48]]
    assert (picture.view, picture.wavelengths) == ("picture", "wavelengths")
    table = reference(24, 48)
    assert f"{table[:, -2].max():.4f}" == "0.0034"
    assert np.abs(table[:, 24::2]).max() < 0.3
    assert table[:, 25::2].min() > 0.95
    wavelengths = function_of_lesson("wavelengths")(24, 48)
    np.testing.assert_allclose(wavelengths[0::2], 2 * math.pi * 10000 ** (np.arange(24) * 2 / 48))
    np.testing.assert_array_equal(wavelengths[0::2], wavelengths[1::2])
    assert (wavelengths[0::2] <= 24 - 1).sum() == 4


@pytest.mark.parametrize("d_model", [8, 128])
def test_dot_products_depend_on_the_distance_alone(d_model: int) -> None:
    distances = [0, 1, 2, 3, 5, 6, 10, 50, 100]
    (printed,) = [row for row, width in zip(shown("products_by_distance", distances, [8, 128]), (8, 128), strict=True)
                  if width == d_model]  # fmt: skip
    right, speeds = reference(200, d_model), 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    for k, value in zip(distances, printed, strict=True):
        products = (right[: 200 - k] * right[k:]).sum(axis=1)
        np.testing.assert_allclose(products, np.cos(k * speeds).sum())
        np.testing.assert_allclose(value, products[0])


def test_what_is_read_from_the_dot_products() -> None:
    narrow, wide = shown("products_by_distance", [0, 1, 2, 3, 5, 6, 10, 50, 100], [8, 128])
    assert narrow[5] > 0.9 * narrow[0]  # "at distance 6 the sum is nearly as large as at distance 0"
    assert (np.diff(wide) < 0).all()
    assert f"{narrow[5]:.2f} at distance 6, but {narrow[3]:.2f} at distance 3" in PROSE


def test_every_row_has_the_same_length() -> None:
    np.testing.assert_allclose((reference(50, 16) ** 2).sum(axis=1), 16 / 2)


def test_a_step_is_the_rotation_that_is_printed() -> None:
    speed, pos, k = 0.01, 37, 12
    matrix = np.array([[math.cos(k * speed), math.sin(k * speed)], [-math.sin(k * speed), math.cos(k * speed)]])
    here, there = ([math.sin(p * speed), math.cos(p * speed)] for p in (pos, pos + k))
    np.testing.assert_allclose(matrix @ here, there)


def test_the_table_of_bases() -> None:
    for row, base in zip(shown("bases", 512, [100, 10000, 1000000]), (100, 10000, 1000000), strict=True):
        wavelengths = 2 * math.pi * float(base) ** (np.arange(256) / 256)
        expected = [wavelengths[-1], (wavelengths > 4096).sum(), (wavelengths < 512).sum()]
        np.testing.assert_allclose(row, expected)


def test_what_is_read_from_the_table_of_bases() -> None:
    small, usual, huge = shown("bases", 512, [100, 10000, 1000000])
    assert small[1] == 0  # "no hand is slow enough"
    assert huge[1] > 256 / 2  # "more than half of the hands do not finish a single turn in 4096 steps"
    assert huge[2] < usual[2]
    assert f"the longest wavelength is {usual[0]:.0f} steps" in PROSE
    assert f"{2 * math.pi * 10000:.0f}" == "62832"


def test_the_weights_of_the_first_projection_and_the_factor_before_it() -> None:
    assert (512 * 512, 2 * 512 * 512) == (262144, 524288)
    assert f"that is a factor of {math.sqrt(512):.1f}" in PROSE


def test_the_slopes_of_eight_heads() -> None:
    assert [2.0**-n for n in range(1, 9)][-1] == 1 / 256


def test_the_snippets_use_neither_the_reference_nor_the_formula_of_the_task() -> None:
    for snippet in SNIPPETS:
        assert not re.search("10000|solution|positional_encoding", snippet.code)
