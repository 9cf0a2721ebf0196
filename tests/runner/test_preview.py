"""The part of an array that a result shows, and what is said of what is right in it."""

from __future__ import annotations

import numpy as np
import pytest

from gradatim_runner.difference import PREVIEW_COLUMNS, PREVIEW_ROWS, difference, preview


@pytest.mark.parametrize(
    ("at", "origin"),
    [((0, 0), (0, 0)), ((31, 47), (0, 0)), ((40, 3), (24, 0)), ((99, 199), (68, 152)), ((5, 100), (0, 76))],
)
def test_a_part_holds_the_cell_it_is_asked_for(at: tuple[int, int], origin: tuple[int, int]) -> None:
    array = np.arange(100 * 200, dtype=float).reshape(100, 200)
    part = preview(array, around=at)
    assert part is not None
    assert (part.origin, part.shape) == (origin, [100, 200])
    assert (len(part.cells), len(part.cells[0])) == (PREVIEW_ROWS, PREVIEW_COLUMNS)
    assert part.cells[at[0] - origin[0]][at[1] - origin[1]] == array[at]


def test_a_vector_is_one_row() -> None:
    part = preview(np.arange(100.0), around=(90,))
    assert part is not None
    assert (part.shape, part.origin, part.cells[0][90 - part.origin[1]]) == ([100], (0, 52), 90.0)


@pytest.mark.parametrize(
    ("cell", "said"),
    [((1, 2), "; the first 2 columns are right"), ((1, 1), "; the first column is right"),
     ((2, 0), "; the first 2 rows are right"), ((0, 0), "differ")],
)  # fmt: skip
def test_it_says_what_is_right_from_the_beginning_on(cell: tuple[int, int], said: str) -> None:
    got = np.zeros((3, 4))
    got[cell] = 1
    found = difference(got, np.zeros((3, 4)), rtol=0, atol=0)
    assert found is not None
    assert found.sentence.endswith(said)
