from solution import running_mean as expected
from submission import running_mean

from gradatim_runner.testing import assert_matches


def test_three_values() -> None:
    """Three values."""
    assert_matches(running_mean([2.0, 4.0, 9.0]), expected([2.0, 4.0, 9.0]))
