import pytest
from solution import RunningStatistics as Reference
from submission import RunningStatistics

from gradatim_runner.testing import assert_matches

NUMBERS = [3.0, -1.5, 8.25, 0.5, 2.0, -7.0]


@pytest.mark.hint("By how much does the mean move when the first number comes, and when the tenth does?")
def test_the_mean_follows_each_number() -> None:
    """The mean follows each number."""
    statistics, reference = RunningStatistics(), Reference()
    for number in NUMBERS:
        statistics.add(number)
        reference.add(number)
        assert_matches(statistics.mean, reference.mean)


@pytest.mark.hint("From which mean is a distance measured: before or after the number came?")
def test_the_variance_follows_each_number() -> None:
    """The variance follows each number."""
    statistics, reference = RunningStatistics(), Reference()
    for number in NUMBERS:
        statistics.add(number)
        reference.add(number)
        assert_matches(statistics.variance(), reference.variance(), rtol=1e-9)


@pytest.mark.hint("What does `weight` change, and when?")
def test_a_beginning_that_stands_for_numbers() -> None:
    """An object may begin with a mean that stands for some numbers."""
    statistics = RunningStatistics(weight=4)
    assert (statistics.count, statistics.mean) == (4, 0.0)
    statistics.add(10.0)
    assert (statistics.count, statistics.mean) == (5, pytest.approx(2.0))


@pytest.mark.hint("Where does your class keep what an object knows: in `self`?")
def test_objects_do_not_share_their_state() -> None:
    """Each object has a state of its own."""
    one, other = RunningStatistics(), RunningStatistics()
    one.add(5.0)
    other.add(9.0)
    assert (one.mean, other.mean) == (5.0, 9.0)
    assert one.count == 1
