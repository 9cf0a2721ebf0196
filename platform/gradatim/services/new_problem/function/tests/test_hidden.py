import numpy as np
import pytest
from solution import running_mean as expected
from submission import running_mean

from gradatim_runner.testing import assert_matches


@pytest.mark.hint("What is the mean of one value?")
def test_one_value_is_its_own_mean() -> None:
    """One value is its own mean."""
    assert_matches(running_mean([7.5]), expected([7.5]))


@pytest.mark.points(2)
@pytest.mark.hint("Try a list that falls below zero.")
def test_values_of_either_sign() -> None:
    """Values of either sign."""
    values = [float(value) for value in np.linspace(-3, 2, 7)]
    assert_matches(running_mean(values), expected(values))


@pytest.mark.points(2)
@pytest.mark.hint("Is the work for each entry the same, however long the list?")
def test_a_long_list() -> None:
    """A long list."""
    values = [float(value % 13) for value in range(5000)]
    assert_matches(running_mean(values), expected(values))
