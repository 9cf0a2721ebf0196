"""Every claim that a pitfall's explanation makes about the encoding, worked out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.problems.positional_encoding import PROBLEM, Array, Encoding, only, reference, variants_named

WIDE = 512
LAST = WIDE // 2 - 1  # the slowest pair of a wide model


def divisors(function: Encoding, d_model: int) -> Array:
    """The divisor of each pair, read off the sines of position 1. Holds where those angles are below a right one."""
    return np.asarray(1 / np.arcsin(function(2, d_model)[1, 0::2]))


def longest_wavelength(function: Encoding) -> float:
    return float(2 * math.pi * divisors(function, WIDE)[-1])


def spread_of_products(function: Encoding, *, offset: int = 3) -> float:
    """By how much PE(pos)·PE(pos + offset) changes with pos."""
    table = function(60, 16)
    return float(np.ptp((table[:-offset] * table[offset:]).sum(axis=1)))


def test_the_reference_has_the_wavelengths_that_the_explanations_start_from() -> None:
    assert longest_wavelength(reference) == pytest.approx(2 * math.pi * 10000, rel=0.04)
    assert spread_of_products(reference) < 1e-12


def test_no_explanation_holds_the_corrected_line() -> None:
    for pitfall in PROBLEM.facts.pitfalls:
        for text in (pitfall.title, pitfall.explain, pitfall.hint):
            assert "2i/d" not in text.replace(" ", "")
            assert "np." not in text


def test_every_explanation_is_two_or_three_sentences() -> None:
    for pitfall in PROBLEM.facts.pitfalls:
        assert 2 <= pitfall.explain.count(". ") + 1 <= 4, pitfall.name


def test_exponent_i_is_base_100_and_its_longest_wavelength_is_near_two_pi_times_100() -> None:
    wrong = only("exponent-i")
    assert longest_wavelength(wrong) == pytest.approx(2 * math.pi * 100, rel=0.02)
    assert divisors(wrong, WIDE)[-1] == pytest.approx(100, rel=0.02)
    np.testing.assert_allclose(divisors(wrong, 16), 100.0 ** (np.arange(8) / 8))
    assert longest_wavelength(wrong) < 1000  # "come round again after a few hundred"


def test_exponent_doubled_is_base_100_million_and_half_of_its_columns_hardly_move() -> None:
    wrong = only("exponent-doubled")
    np.testing.assert_allclose(divisors(wrong, 16), 1e8 ** (np.arange(8) / 8))
    assert divisors(wrong, WIDE)[-1] == pytest.approx(1e8, rel=0.08)
    assert divisors(wrong, WIDE)[WIDE // 4 :].min() >= 10000 * (1 - 1e-12)
    table = wrong(500, WIDE)
    assert table[:, WIDE // 2 :: 2].max() < 0.05
    assert table[:, WIDE // 2 + 1 :: 2].min() > 0.998


@pytest.mark.parametrize("name", ["exponent-column", "cosine-exponent"])
def test_without_a_shared_angle_rows_differ_in_length_and_products_depend_on_the_place(name: str) -> None:
    for wrong in variants_named(name):
        table = wrong(60, 16)
        assert np.ptp((table**2).sum(axis=1)) > 0.1
        assert np.abs(table[:, 0::2] ** 2 + table[:, 1::2] ** 2 - 1).max() > 0.1
        assert spread_of_products(wrong) > 0.1


def test_exponent_column_has_as_many_angles_as_columns() -> None:
    wrong = only("exponent-column")(2, 8)[1]
    angles = np.where(np.arange(8) % 2, np.arccos(wrong), np.arcsin(wrong))
    assert len(set(np.round(angles, 10))) == 8


def test_cosine_exponent_slows_the_second_column_most_visibly_in_narrow_models() -> None:
    for wrong in variants_named("cosine-exponent"):
        ratios = []
        for d_model in (4, 64):
            step = wrong(2, d_model)[1]
            ratios.append(float(np.arccos(step[3]) / np.arcsin(step[2])))
        assert ratios[0] < ratios[1] < 1


def test_exponent_inverted_has_divisors_from_10000_up_and_later_pairs_turn_faster() -> None:
    for wrong in variants_named("exponent-inverted"):
        speeds = wrong(2, 32)[1, 2::2]  # the first pair is another matter
        assert speeds.max() <= 1e-4 * (1 + 1e-9)
        assert (np.diff(speeds) >= 0).all()
        assert speeds[-1] > speeds[0]
        assert np.abs(wrong(200, 32)[:, 2::2]).max() < 0.02  # "hardly move over the length of a paragraph"


def test_exponent_multiplied_stands_still_in_floats_and_overflows_in_whole_numbers() -> None:
    in_floats, in_integers = variants_named("exponent-multiplied")
    for d_model in (4, 8, 32):
        table = in_floats(4097, d_model)
        assert np.abs(table[:, 2::2]).max() < 1e-28
        assert (table[:, 3::2] == 1).all()
    assert np.iinfo(np.int64).max < 10000**8  # already for d_model = 4
    assert np.isnan(in_integers(3, 8)).any()
    assert 2 * 8 * 16 > 100 < 2 * 32 * 64 > 1000  # "into the hundreds and thousands"


def test_base_1000_and_base_100000_move_the_longest_wavelength_by_ten() -> None:
    right = longest_wavelength(reference)
    small, large = only("base-1000"), only("base-100000")
    assert longest_wavelength(small) == pytest.approx(2 * math.pi * 1000, rel=0.03)
    assert longest_wavelength(large) == pytest.approx(2 * math.pi * 100000, rel=0.05)
    assert right / longest_wavelength(small) == pytest.approx(10, rel=0.02)
    assert reference(2, WIDE)[1, -2] / large(2, WIDE)[1, -2] == pytest.approx(10, rel=0.02)
    for wrong in (small, large):
        np.testing.assert_array_equal(wrong(50, WIDE)[:, :2], reference(50, WIDE)[:, :2])
    assert (divisors(small, WIDE)[1:] < divisors(reference, WIDE)[1:]).all()
    assert (divisors(large, WIDE)[1:] > divisors(reference, WIDE)[1:]).all()


def test_angle_multiplied_has_no_wavelength_above_two_pi_and_most_below_two() -> None:
    speeds = 10000.0 ** (2 * np.arange(WIDE // 2) / WIDE)
    np.testing.assert_allclose(only("angle-multiplied")(3, WIDE)[:, 0::2], np.sin(np.arange(3)[:, None] * speeds))
    wavelengths = 2 * math.pi / speeds
    assert wavelengths.max() <= 2 * math.pi
    assert np.mean(wavelengths < 2) > 0.8


def test_all_sine_repeats_columns_and_takes_position_355_for_position_0() -> None:
    table = only("all-sine")(356, 8)
    np.testing.assert_array_equal(table[:, 0::2], table[:, 1::2])
    assert not table[0].any()
    assert abs(table[355, 0] - table[0, 0]) < 5e-5
    assert reference(356, 8)[355, 1] == pytest.approx(-1, abs=1e-8)
    assert spread_of_products(only("all-sine")) > 0.1


def test_all_cosine_repeats_columns_and_is_flat_at_the_start() -> None:
    table = only("all-cosine")(2, WIDE)
    np.testing.assert_array_equal(table[:, 0::2], table[:, 1::2])
    assert (table[0] == 1).all()
    assert 0 < table[0, -2] - table[1, -2] < 1e-8
    assert reference(2, WIDE)[1, -2] == pytest.approx(1e-4, rel=0.05)


@pytest.mark.parametrize("name", ["sine-cosine-swapped", "concatenated-halves", "one-based"])
def test_moved_columns_and_moved_positions_leave_products_and_distances_alone(name: str) -> None:
    table, right = only(name)(40, 16), reference(40, 16)
    np.testing.assert_allclose(table @ table.T, right @ right.T, atol=1e-12)


def test_sine_cosine_swapped_reads_1_0_1_0_and_turns_the_other_way() -> None:
    swapped, right = only("sine-cosine-swapped")(2, 4), reference(2, 4)
    assert swapped[0].tolist() == [1, 0, 1, 0]
    np.testing.assert_array_equal(swapped[:, 0::2], right[:, 1::2])
    np.testing.assert_array_equal(swapped[:, 1::2], right[:, 0::2])

    def turn(table: Array) -> float:
        return float(table[0, 0] * table[1, 1] - table[0, 1] * table[1, 0])  # positive against the clock

    assert turn(right) < 0 < turn(swapped)


def test_no_sine_holds_the_position_itself_and_grows_without_bound() -> None:
    for wrong in variants_named("no-sine"):
        table = wrong(3000, 8)
        np.testing.assert_array_equal(table[:, 0], np.arange(3000))
        assert (np.diff(table, axis=0) > 0).all()


def test_concatenated_halves_holds_the_right_numbers_in_another_order() -> None:
    np.testing.assert_array_equal(only("concatenated-halves")(9, 6), reference(9, 6)[:, [0, 2, 4, 1, 3, 5]])


def test_concatenated_embedding_is_twice_as_wide_and_holds_the_table() -> None:
    for wrong in variants_named("concatenated-embedding"):
        table, right = wrong(5, 6), reference(5, 6)
        assert table.shape == (5, 12)
        assert any(np.array_equal(half, right) for half in (table[:, :6], table[:, 6:]))


def test_one_based_row_r_holds_position_r_plus_1() -> None:
    table = only("one-based")(5, 8)
    np.testing.assert_array_equal(table, reference(6, 8)[1:])
    assert not any(np.allclose(row, [0, 1] * 4, atol=1e-3) for row in only("one-based")(4097, 8))


def test_row_zero_is_the_only_row_of_length_0_and_orthogonal_to_all() -> None:
    table = only("row-zero")(50, 8)
    lengths = np.linalg.norm(table, axis=1)
    assert lengths[0] == 0
    np.testing.assert_allclose(lengths[1:], math.sqrt(8 / 2))
    assert not (table @ table[0]).any()


def test_float32_costs_3e_8_when_stored_and_more_than_1e_5_in_far_angles() -> None:
    stored, angles, everything, *_ = variants_named("float32")
    right = reference(4097, 8)
    assert np.abs(stored(4097, 8) - right).max() <= 3e-8
    assert np.abs(angles(4097, 8) - right).max() > 1e-5
    assert np.abs(everything(4097, 8) - right).max() > 1e-5
    assert float(np.finfo(np.float32).eps) == 2**-23  # 1.2e-7, about seven digits


def test_rounding_to_three_decimals_freezes_the_slowest_sine_for_five_positions() -> None:
    step = float(reference(2, WIDE)[1, 2 * LAST])
    assert step == pytest.approx(1e-4, rel=0.05)
    right: Array = reference(6, WIDE)
    assert (np.round(right[:, 2 * LAST], 3) == 0).tolist() == [True] * 5 + [False]


def test_transposed_fails_when_added_and_adds_the_wrong_numbers_when_square() -> None:
    wrong = only("transposed")
    with pytest.raises(ValueError, match="broadcast"):
        np.zeros((5, 8)) + wrong(5, 8)
    assert not np.allclose(np.zeros((8, 8)) + wrong(8, 8), reference(8, 8))
