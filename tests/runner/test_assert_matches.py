"""What `assert_matches` takes for the expected value, and what it never does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradatim_runner.report import DifferenceKind
from gradatim_runner.testing import Mismatch, assert_matches
from gradatim_runner.values import Foreign

ZEROS = np.zeros((3, 4))


class AlwaysEqual(np.ndarray[Any, Any]):
    """An array that claims to equal anything."""

    def __eq__(self, other: object) -> Any:
        return np.ones(self.shape, dtype=bool)

    __hash__ = None


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        pytest.param(0.0, DifferenceKind.TYPE, id="a scalar that would broadcast"),
        pytest.param(None, DifferenceKind.TYPE, id="nothing"),
        pytest.param(ZEROS.tolist(), DifferenceKind.TYPE, id="a list of the same numbers"),
        pytest.param(np.ma.masked_equal(ZEROS, 0.0), DifferenceKind.TYPE, id="a fully masked array"),
        pytest.param(ZEROS.view(AlwaysEqual), DifferenceKind.TYPE, id="a subclass that equals anything"),
        pytest.param(Foreign("Bomb", "an object of type Bomb"), DifferenceKind.TYPE, id="an object"),
        pytest.param(np.empty((0, 4)), DifferenceKind.SHAPE, id="an empty array"),
        pytest.param(np.zeros((4, 3)), DifferenceKind.SHAPE, id="a transposed array"),
        pytest.param(np.zeros((1, 3, 4)), DifferenceKind.SHAPE, id="one axis too many"),
        pytest.param(np.zeros((3, 4), np.float32), DifferenceKind.DTYPE, id="another dtype"),
        pytest.param(np.zeros((3, 4), bool), DifferenceKind.DTYPE, id="booleans for numbers"),
        pytest.param(np.full((3, 4), np.nan), DifferenceKind.FINITE, id="nan everywhere"),
        pytest.param(np.full((3, 4), np.inf), DifferenceKind.FINITE, id="inf everywhere"),
        pytest.param(ZEROS + 1e-6, DifferenceKind.VALUES, id="numbers beyond the tolerance"),
    ],
)
def test_an_answer_that_differs_is_told_apart_by_its_kind(answer: object, kind: DifferenceKind) -> None:
    with pytest.raises(Mismatch) as caught:
        assert_matches(answer, ZEROS)
    assert caught.value.difference.kind is kind
    assert caught.value.difference.sentence


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(ZEROS + 1e-10, ZEROS, id="numbers within the tolerance"),
        pytest.param(np.array([np.nan, np.inf]), np.array([np.nan, np.inf]), id="the same nan and inf"),
        pytest.param(np.float64(0.5), 0.5, id="NumPy's own float for a float"),
        pytest.param([1, (2.0, "three")], [1, (2.0, "three")], id="nested parts"),
        pytest.param({"a": ZEROS}, {"a": ZEROS}, id="an array in a dictionary"),
        pytest.param(2**80, 2**80, id="integers beyond 64 bits"),
    ],
)
def test_an_equal_answer_matches(answer: object, expected: object) -> None:
    assert_matches(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(True, 1, id="a boolean for an integer"),
        pytest.param(1.0, 1, id="a float for an integer"),
        pytest.param(np.float32(0.5), 0.5, id="a single for a double"),
        pytest.param([1, 2], [1, 3], id="another item"),
        pytest.param([1], [1, 2], id="an item missing"),
        pytest.param((1,), [1], id="a tuple for a list"),
        pytest.param({"a": 1}, {"b": 1}, id="another key"),
        pytest.param(2**80, 2**80 + 1, id="integers beyond 64 bits that differ by one"),
    ],
)
def test_a_plain_value_that_differs_does_not_match(answer: object, expected: object) -> None:
    with pytest.raises(Mismatch):
        assert_matches(answer, expected)


def test_the_first_differing_cell_is_said_in_words() -> None:
    answer = ZEROS.copy()
    answer[1, 2] = 0.25
    with pytest.raises(Mismatch, match=r"Row 1, column 2: 0\.25 where 0 was expected; 1 of 12 numbers differ"):
        assert_matches(answer, ZEROS)


def test_a_turned_array_is_called_turned() -> None:
    with pytest.raises(Mismatch, match="rows and columns have changed places"):
        assert_matches(np.zeros((4, 3)), ZEROS)
