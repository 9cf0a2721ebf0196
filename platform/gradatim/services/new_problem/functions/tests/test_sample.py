import numpy as np
from submission import centred, standardised

from gradatim_runner.testing import assert_matches


def test_two_rows_are_centred() -> None:
    """Two rows are centred."""
    assert_matches(centred(np.array([[1.0, 10.0], [3.0, 30.0]])), np.array([[-1.0, -10.0], [1.0, 10.0]]))


def test_two_rows_are_brought_to_one_scale() -> None:
    """Two rows are brought to one scale."""
    assert_matches(standardised(np.array([[1.0, 10.0], [3.0, 30.0]])), np.array([[-1.0, -1.0], [1.0, 1.0]]))
