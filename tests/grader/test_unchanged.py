"""Who stands still is found without comparing clocks."""

from __future__ import annotations

from gradatim_grader.unchanged import Unchanged


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_stands_still_for_long_enough_is_told_and_what_moves_is_not() -> None:
    clock = Clock()
    watched = Unchanged(seconds=10, clock=clock)
    assert watched.look({"still": 1, "moving": 1}) == set()
    clock.now = 9
    assert watched.look({"still": 1, "moving": 2}) == set()
    clock.now = 10
    assert watched.look({"still": 1, "moving": 2}) == {"still"}
    clock.now = 11
    assert watched.look({"still": 2, "moving": 2}) == set()


def test_what_was_away_begins_anew() -> None:
    clock = Clock()
    watched = Unchanged(seconds=10, clock=clock)
    watched.look({"one": 1})
    clock.now = 5
    watched.look({})
    clock.now = 12
    assert watched.look({"one": 1}) == set()


def test_after_a_time_without_sight_nothing_is_known() -> None:
    clock = Clock()
    watched = Unchanged(seconds=10, clock=clock)
    watched.look({"one": 1})
    watched.forget()
    clock.now = 12
    assert watched.look({"one": 1}) == set()
    clock.now = 22
    assert watched.look({"one": 1}) == {"one"}
