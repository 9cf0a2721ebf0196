"""`call_each`: what one call after the other would give, asked at once."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from gradatim_runner.frames import Broken
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.testing import call_each
from gradatim_runner.unanswered import CallBroken, LearnerRaised
from gradatim_runner.wire import MOST_TOGETHER, MOST_TOGETHER_BYTES
from tests.runner.wires import Counting, module_on

SOURCE = """
made = []

def halved(number):
    made.append(number)
    if number == 13:
        raise ValueError("unlucky")
    return number / 2

def doubled_in_place(numbers):
    numbers *= 2

def asked():
    return list(made)

def endless(number):
    while number:
        pass
    return number
"""


def counting(*, call_seconds: float = 10) -> Counting:
    return Counting(SOURCE, call_seconds=call_seconds)


@pytest.fixture(autouse=True)
def submission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "submission", SubmissionModule("submission"))


def test_answers_are_those_of_one_call_after_the_other() -> None:
    wire = counting()
    module = module_on(wire)
    assert call_each(module.halved, [(4,), [5], (6,)]) == [2, 2.5, 3]
    assert wire.together == [3]
    assert module.asked() == [4, 5, 6]
    assert [call.function for call in module.exchange.recorded] == ["halved"] * 3 + ["asked"]


def test_nothing_is_asked_for_no_calls() -> None:
    wire = counting()
    assert call_each(module_on(wire).halved, []) == []
    assert wire.together == []


def test_behind_a_call_that_raises_no_other_is_made() -> None:
    module = module_on(counting())
    with pytest.raises(ValueError, match="unlucky") as caught:
        call_each(module.halved, [(4,), (13,), (6,)])
    assert isinstance(caught.value, LearnerRaised)
    assert module.asked() == [4, 13]
    assert [call.raised for call in module.exchange.recorded] == [None, "ValueError", None]


def test_many_calls_go_in_parts() -> None:
    wire = counting()
    numbers = [(2 * number,) for number in range(50, 50 + MOST_TOGETHER + 3)]
    assert call_each(module_on(wire).halved, numbers) == [number / 2 for (number,) in numbers]
    assert wire.together == [MOST_TOGETHER, 3]


def test_fewer_go_together_where_answers_may_be_large() -> None:
    wire = counting()
    assert call_each(module_on(wire, answer_bytes=MOST_TOGETHER_BYTES // 2).halved, [(2,)] * 5) == [1] * 5
    assert wire.together == [2, 2, 1]


def test_an_array_reaches_every_call_as_it_was_at_the_start() -> None:
    wire, array = counting(), np.ones(2000)
    module = module_on(wire, answer_bytes=MOST_TOGETHER_BYTES)
    call_each(module.doubled_in_place, [(array,), (array,)])
    assert wire.together == [1, 1]
    assert [call.arguments for call in module.exchange.recorded] == [module.exchange.recorded[0].arguments] * 2
    assert array.tolist() == [2] * 2000


def test_a_changed_argument_is_the_tests_own_and_noticed() -> None:
    module = module_on(counting())
    arrays = [np.arange(3.0), np.ones(2)]
    assert call_each(module.doubled_in_place, [[array] for array in arrays]) == [None, None]
    assert [array.tolist() for array in arrays] == [[0, 2, 4], [2, 2]]
    assert module.exchange.changed_arguments


def test_a_call_without_an_answer_ends_them_and_the_answers_before_it_are_remembered() -> None:
    module = module_on(counting(call_seconds=0.2))
    with pytest.raises(CallBroken):
        call_each(module.endless, [(0,), (1,), (0,)])
    assert module.exchange.broken is Broken.TIME_LIMIT
    assert len(module.exchange.recorded) == 1
    assert not module.exchange.complete


def test_a_function_that_is_no_submissions_is_simply_called() -> None:
    assert call_each(len, [("a",), ("bcd",)]) == [1, 3]
