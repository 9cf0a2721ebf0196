"""Objects of a submission's classes: what a test may do with them, and what of it goes over the wire."""

from __future__ import annotations

import copy
import gc
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

from gradatim_runner.frames import Kind
from gradatim_runner.local import LocalWire
from gradatim_runner.messages import CallHead, unpack_call
from gradatim_runner.naming import Namer
from gradatim_runner.probing import Probe
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.report import Naming
from gradatim_runner.submission import MAX_OBJECTS, Exchange
from gradatim_runner.unanswered import LearnerRaised
from gradatim_runner.variants import Variant
from gradatim_runner.wire import Parts, Reply

SOURCE = """
class Counter:
    LIMIT = 100

    def __init__(self, start=0):
        if start < 0:
            raise ValueError("below zero")
        self.total = start

    def add(self, number):
        self.total += number
        return self

    def added(self, number):
        self.total += number
        return self.total

    @property
    def double(self):
        return 2 * self.total

    def __len__(self):
        return self.total

    def __getitem__(self, index):
        return [self.total, self.total + 1][index]


def made(start):
    return Counter(start)
"""


class Listening:
    """A wire that remembers what was asked."""

    def __init__(self, source: str) -> None:
        self._wire = LocalWire(source, call_seconds=10)
        self.heads: list[CallHead] = []

    def ask(self, kind: Kind, calls: list[Parts]) -> list[Reply]:
        self.heads += [unpack_call(b"".join(parts))[0] for parts in calls]
        return self._wire.ask(kind, calls)


class Side:
    """The module `submission` of a test, and what answers it."""

    def __init__(self, source: str) -> None:
        self.wire = Listening(source)
        self.exchange = Exchange(self.wire, answer_bytes=1 << 20, lines=99)
        self.module = SubmissionModule("submission")
        self.module.__dict__["exchange"] = self.exchange


@pytest.fixture
def side(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Side]:
    solution = types.ModuleType("solution")
    exec(SOURCE, solution.__dict__)
    monkeypatch.setitem(sys.modules, "solution", solution)
    monkeypatch.setitem(sys.modules, "submission", SubmissionModule("submission"))
    return Side


@pytest.fixture
def counter(side: Callable[[str], Side]) -> Any:
    return side(SOURCE).module.Counter


def test_an_object_keeps_its_state_between_calls(counter: Any) -> None:
    one, other = counter(3), counter(start=10)
    assert (one.added(4), one.added(1), other.added(0)) == (7, 8, 10)
    assert (one.total, one.double, len(one), one[1]) == (8, 16, 8, 9)
    assert isinstance(one, counter)


def test_only_plain_values_come_back(side: Callable[[str], Side]) -> None:
    module = side(SOURCE).module
    answer = module.Counter(1).add(2)
    assert (type(answer).__name__, answer.text) == ("Foreign", "an object of type Counter")
    assert type(module.made(3)).__name__ == "Foreign"


def test_what_a_method_raises_is_raised_in_the_test(counter: Any) -> None:
    with pytest.raises(ValueError, match="below zero"):
        counter(-1)
    with pytest.raises(IndexError):
        counter(1)[5]
    with pytest.raises(LearnerRaised):
        counter(1).added("text")


@pytest.mark.parametrize("name", ["_total", "__dict__", "__class_getitem__"])
def test_private_names_are_not_asked_for(side: Callable[[str], Side], name: str) -> None:
    made = side(SOURCE)
    found = made.module.Counter(1)
    asked = len(made.wire.heads)
    with pytest.raises(AttributeError, match=r"private|no attribute"):
        getattr(found, name)
    assert len(made.wire.heads) == asked


def test_an_object_is_changed_by_its_methods_alone(counter: Any) -> None:
    with pytest.raises(AttributeError, match="cannot be set"):
        counter(1).total = 5
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.deepcopy(counter(1))
    with pytest.raises(TypeError, match="plain values only"):
        counter(1).add(counter(2))
    with pytest.raises(TypeError, match="plain values only"):
        counter(1).add(number=counter(2))


def test_what_the_learner_has_instead_of_a_class_decides_nothing(side: Callable[[str], Side]) -> None:
    made = side("def Counter(start=0):\n    return 5\n").module.Counter(1)
    with pytest.raises(AttributeError):
        made.added(3)
    assert made.real == 5


def test_a_class_is_not_used_while_tests_are_collected(side: Callable[[str], Side]) -> None:
    with pytest.raises(RuntimeError, match="inside a test"):
        SubmissionModule("submission").Counter(1)


def test_objects_that_nobody_holds_are_let_go_and_those_held_are_bounded(side: Callable[[str], Side]) -> None:
    made = side(SOURCE)
    for _ in range(3):
        made.module.Counter(1)
    gc.collect()
    held = [made.module.Counter(1) for _ in range(MAX_OBJECTS)]
    assert [number for head in made.wire.heads for number in head.forget] == [1, 2, 3]
    with pytest.raises(RuntimeError, match="1000 objects"):
        made.module.Counter(1)
    held.pop()
    gc.collect()
    assert made.module.Counter(7).total == 7


def test_an_object_whose_program_was_ended_is_gone(side: Callable[[str], Side]) -> None:
    made = side(SOURCE)
    held = made.module.Counter(1)
    made.wire._wire = LocalWire(SOURCE, call_seconds=10)
    with pytest.raises(RuntimeError, match="this object is gone"):
        held.added(1)


def variant(name: str, old: str, new: str) -> Variant:
    assert SOURCE.count(old) == 1
    return Variant((name,), SOURCE.replace(old, new))


FORGETFUL = variant("forgetful", "self.total += number\n        return self.total", "return self.total + number")
LATE = variant("late", "self.total = start", "self.total = 0")
PER_OBJECT = variant("shared", "self.total += number\n        return self.total", "Counter.total = 3\n        return 3")


def asked(side: Side) -> None:
    counter = side.module.Counter(2)
    assert counter.total is not None
    other = side.module.Counter(5)
    for number in (1, 2):
        counter.added(number)
        other.added(number)
    assert counter.double is not None


@pytest.mark.parametrize("prepared", [True, False], ids=["prepared", "not prepared"])
@pytest.mark.parametrize("mistake", [FORGETFUL, LATE], ids=["forgetful", "late"])
def test_a_mistake_is_named_from_what_each_object_was_asked_in_order(
    side: Callable[[str], Side], mistake: Variant, prepared: bool
) -> None:
    wrong, right = side(mistake.source), side(SOURCE)
    namer = Namer(SOURCE, [FORGETFUL, LATE, PER_OBJECT], [])
    if prepared:
        asked(right)
        list(namer.prepare(right.exchange.recorded))
    asked(wrong)
    assert namer.name(wrong.exchange.recorded, within_seconds=60) == (Naming.EXACT, list(mistake.pitfalls))


def test_one_answer_of_one_object_that_does_not_fit_is_enough_to_name_nothing(side: Callable[[str], Side]) -> None:
    other = side(FORGETFUL.source.replace("return 2 * self.total", "return 3 * self.total"))
    asked(other)
    assert Namer(SOURCE, [FORGETFUL, LATE], []).name(other.exchange.recorded, within_seconds=60) == (Naming.NONE, [])


def test_a_call_that_tells_a_mutant_apart_is_found_for_an_object_too(side: Callable[[str], Side]) -> None:
    right = side(SOURCE)
    counter = right.module.Counter(2)
    counter.added(3)
    probe, mutant = Probe(right.exchange.recorded), side(FORGETFUL.source.replace("+ number", "- number"))
    found = probe.search(mutant.exchange)
    assert found is not None
    assert found.call.startswith("it = Counter(2); it.added(3)")
    assert probe.search(side(SOURCE).exchange) is None


def test_a_call_whose_right_answer_is_too_large_to_carry_tells_nothing_apart(
    side: Callable[[str], Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    grown = "import numpy as np\ndef grown(number):\n    return np.zeros((number, 200_000))\n"
    solution = types.ModuleType("solution")
    exec(grown, solution.__dict__)
    monkeypatch.setitem(sys.modules, "solution", solution)
    right = side(grown)
    right.module.grown(7)  # 11 MB, where a test's answer may have one
    assert Probe(right.exchange.recorded).search(side(grown).exchange) is None
