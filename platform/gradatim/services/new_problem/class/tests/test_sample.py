import pytest
from submission import RunningStatistics


def test_the_mean_of_two_numbers() -> None:
    """The mean of two numbers."""
    statistics = RunningStatistics()
    statistics.add(2.0)
    statistics.add(6.0)
    assert statistics.mean == pytest.approx(4.0)
