import numpy as np
import pytest
from solution import centred as expected_centred
from solution import standardised as expected_standardised
from submission import centred, standardised

from gradatim_runner.testing import assert_matches


def table() -> np.ndarray:
    """New for each call, since a wrong function may change what it is given."""
    return np.array([[2.0, -7.0, 100.0], [5.0, 0.5, 300.0], [4.0, 1.0, 50.0], [9.0, 2.5, 125.0]])


@pytest.mark.hint("Print the mean of each column of what you return.")
def test_each_column_is_centred() -> None:
    """Each column is centred by its own mean."""
    assert_matches(centred(table()), expected_centred(table()))


@pytest.mark.points(2)
@pytest.mark.hint("What is the standard deviation of each column of what you return?")
def test_each_column_is_brought_to_one_scale() -> None:
    """Each column is brought to one scale."""
    assert_matches(standardised(table()), expected_standardised(table()))


@pytest.mark.hint("Does `-=` make a new array?")
def test_the_argument_stays_as_it_was() -> None:
    """The argument stays as it was."""
    given = table()
    centred(given)
    standardised(given)
    assert_matches(given, table())
