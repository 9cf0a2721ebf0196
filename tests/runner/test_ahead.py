"""What coming tests will ask is asked before they begin, and nothing of that shows."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from gradatim_runner import loaded, rehearsal, values
from gradatim_runner.ahead import Asked, FirstAsked, Group, groups_of
from gradatim_runner.frames import Broken
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.rehearsal import MAX_CALL_BYTES, Rehearsal, rehearsed
from gradatim_runner.submission import Exchange, Recorded
from gradatim_runner.testing import call_each
from gradatim_runner.unanswered import CallBroken, LearnerRaised
from tests.runner.wires import REPLY_SECONDS, Counting, module_on

SOURCE = """
import time
made = []

def seen(number):
    made.append(number)
    if number == 13:
        raise ValueError("unlucky")
    while number == 99:
        pass
    return list(made)

def grows(numbers):
    made.append(list(numbers))
    numbers.append(0)
    return made[-1]

def slow(number):
    time.sleep(number)
    return number
"""


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Counting:
    monkeypatch.setitem(sys.modules, "submission", SubmissionModule("submission"))
    return Counting(SOURCE, call_seconds=0.8)


@pytest.fixture
def module(wire: Counting) -> Any:
    return module_on(wire)


def opened(module: Any) -> Exchange:
    """As at every submission's start, which also tells how quick the code is."""
    exchange: Exchange = module.exchange
    exchange.open()
    return exchange


def group(*given: object, function: str = "seen") -> Group:
    arguments = (values.encode([[each], {}], limit_bytes=100) for each in given)
    return [Asked(function, b"".join(each)) for each in arguments]


def first(*numbers: int, is_all: bool = True) -> FirstAsked:
    return FirstAsked(group(*numbers), is_all)


def test_one_journey_serves_several_tests_and_the_code_sees_the_calls_in_their_order(
    wire: Counting, module: Any
) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(1), first(2, 3), first(4, is_all=False), first(5)])
    assert module.seen(1) == [1]
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(2, 3)])
    assert call_each(module.seen, [(2,), (3,)]) == [[1, 2], [1, 2, 3]]
    exchange.begin_test(visible=False)
    assert module.seen(4) == [1, 2, 3, 4]
    assert wire.together == [1, 4]
    assert module.seen(6) == [1, 2, 3, 4, 6]
    assert wire.together == [1, 4, 1]
    assert [call.arguments for call in exchange.recorded] == [call.arguments for call in group(1, 2, 3, 4, 6)]


def test_what_raises_ends_its_own_test_alone(module: Any) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(13, 2), first(3)])
    with pytest.raises(LearnerRaised, match="unlucky"):
        call_each(module.seen, [(13,), (2,)])
    exchange.begin_test(visible=False)
    assert module.seen(3) == [13, 3]


def test_behind_a_call_that_changed_its_arguments_nothing_is_made_since_it_may_be_asked_again(
    wire: Counting, module: Any
) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=True)
    exchange.look_ahead([first(1), FirstAsked(group([2], [3], function="grows"), is_all=True), first(4), first(5)])
    assert module.seen(1) == [1]
    for _ in range(2):
        exchange.begin_test(visible=True)
        assert call_each(module.grows, [([2],), ([3],)]) == [[2], [3]]
        assert exchange.changed_arguments
    exchange.begin_test(visible=True)
    exchange.look_ahead([first(4), first(5)])
    assert module.seen(4) == [1, [2], [3], [2], [3], 4]
    assert wire.together == [1, 5, 2, 1]


def test_behind_a_call_without_an_answer_everything_is_asked_again(wire: Counting, module: Any) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(1), first(99), first(3)])
    assert module.seen(1) == [1]
    exchange.begin_test(visible=False)
    with pytest.raises(CallBroken):
        module.seen(99)
    assert exchange.broken is Broken.TIME_LIMIT
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(3), first(4)])
    assert module.seen(3) == [3]
    assert wire.together == [1, 3, 2]


def test_a_test_that_asks_something_else_is_answered_and_nothing_is_asked_ahead_any_more(
    wire: Counting, module: Any
) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(1), first(2)])
    assert module.seen(7) == [1, 2, 7]
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(2), first(3)])
    assert module.seen(2) == [1, 2, 7, 2]
    assert wire.together == [1, 2, 1, 1]


def test_of_slow_code_the_rest_is_left_unmade_so_that_results_can_be_told(
    wire: Counting, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded, "ANEW_SECONDS", 0.05)
    exchange = opened(module)
    exchange.begin_test(visible=True)
    exchange.look_ahead([first(1), FirstAsked(group(0.1, function="slow"), is_all=True), first(2), first(3)])
    assert module.seen(1) == [1]
    exchange.begin_test(visible=True)
    assert module.slow(0.1) == 0.1
    exchange.begin_test(visible=True)
    exchange.look_ahead([first(2), first(3)])
    assert module.seen(2) == [1, 2]
    assert wire.together == [1, 4, 1]


def test_answers_that_do_not_fit_into_memory_together_are_asked_for_one_by_one(wire: Counting, module: Any) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=False)
    wire.fits = False
    exchange.look_ahead([first(1), first(2)])
    wire.fits = True
    assert module.seen(1) == [1, 2, 1]
    assert exchange.complete


def test_the_time_that_its_answers_took_is_the_tests_own(module: Any) -> None:
    exchange = opened(module)
    exchange.begin_test(visible=False)
    exchange.look_ahead([first(1), first(2, 3)])
    module.seen(1)
    assert exchange.seconds_ahead == REPLY_SECONDS
    exchange.begin_test(visible=False)
    assert exchange.seconds_ahead == 0
    call_each(module.seen, [(2,), (3,)])
    assert exchange.seconds_ahead == 2 * REPLY_SECONDS


@pytest.mark.parametrize(
    ("coming", "asked"),
    [
        ([first(1), None, first(2)], [group(1)]),
        ([first(1), first(2, is_all=False), first(3)], [group(1), group(2)]),
        ([first(1, 2), first(3), first(4, 5)], [group(1, 2), group(3)]),
        ([], []),
    ],
    ids=["up to an unknown one", "up to one that asks more", "as many as may go together", "none"],
)
def test_how_far_ahead(coming: list[FirstAsked | None], asked: list[Group]) -> None:
    assert groups_of(coming, most=4) == asked


def test_what_a_rehearsal_hands_on_is_small_and_the_same_every_time() -> None:
    times: list[None] = []

    def rehearse() -> Rehearsal:
        times.append(None)
        small, large = (Recorded("f", bytes(size), b"") for size in (10, MAX_CALL_BYTES + 1))
        firsts = {
            "steady": first(1),
            "random": first(len(times)),
            "large": FirstAsked([Asked("f", large.arguments)], is_all=True),
            **({"once": first(1)} if len(times) == 1 else {}),
        }
        return Rehearsal([small, large], firsts)

    found = rehearsed(rehearse)
    assert found.calls == [Recorded("f", bytes(10), b"")]
    assert found.first_asked == {"steady": first(1)}


def test_of_a_long_rehearsal_there_is_no_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "AGAIN_SECONDS", 0)
    call = Recorded("f", b"", b"")
    assert rehearsed(lambda: Rehearsal([call], {"steady": first(1)})) == Rehearsal([call])


def test_a_reference_that_ends_its_process_leaves_nothing_known() -> None:
    def rehearse() -> Rehearsal:
        raise SystemExit

    assert rehearsed(rehearse) == Rehearsal()
