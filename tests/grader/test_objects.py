"""Objects of learners' classes stay in their container: whatever they are, tests see plain values or a fault."""

from __future__ import annotations

import pytest

from gradatim_grader.calls import OwnCall
from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem
from gradatim_runner.report import Naming, Report, Verdict
from gradatim_runner.sentences import OBJECTS
from tests.grader.tiny import FACTS, tiny

pytestmark = pytest.mark.docker

SOLUTION = """
class Counter:
    def __init__(self, start=0):
        self.total = start

    def add(self, number):
        self.total += number
        return self.total
"""
HIDDEN = '''
import gc

import pytest
from submission import Counter


def test_adding():
    """Adding changes the total."""
    counter = Counter(2)
    assert counter.add(3) == 5
    assert counter.total == 5
    assert type(counter.total) is int


def test_objects_that_come_and_go():
    """Objects come and go."""
    for number in range(30):
        assert Counter(number).add(1) == number + 1
        gc.collect()


def test_two_at_once():
    """Two objects are two."""
    one, other = Counter(1), Counter(5)
    one.add(1)
    assert (one.total, other.total) == (2, 5)
'''


def counting(*, call_seconds: float = 10.0) -> Problem:
    limits = f"call_seconds = {call_seconds}\nmemory_mib = 96"
    facts = FACTS.replace('entry = "grown"', 'entry = "Counter"').replace("call_seconds = 2.0", limits)
    facts = facts.replace("args = [3]", 'args = [3]\nsteps = [["add", 2], ["total"]]')
    return tiny(
        problem=facts.replace('from = "2 * number", to = "number"', 'from = "+= number", to = "-= number"'),
        starter="class Counter:\n    pass\n",
        solution=SOLUTION,
        test_sample="def test_nothing():\n    pass\n",
        test_hidden=HIDDEN,
    )


def graded(grader: Grader, source: str, *, call_seconds: float = 10.0) -> Report:
    return grader.grade(counting(call_seconds=call_seconds), source.encode())


HOSTILE = {
    "a method that returns its object": (
        SOLUTION.replace("return self.total", "return self"),
        Verdict.FAILED,
    ),
    "an attribute that equals everything": (
        SOLUTION.replace("self.total = start", "self.number, self.total = start, Same()")
        .replace("self.total += number", "self.number += number")
        .replace("return self.total", "return self.number")
        + "\nclass Same:\n    def __eq__(self, other):\n        return True\n",
        Verdict.FAILED,
    ),
    "attributes made up as they are asked for": (
        "class Counter:\n    def __init__(self, start=0):\n        pass\n"
        "    def __getattr__(self, name):\n        return lambda *args: self\n",
        Verdict.FAILED,
    ),
    "attributes that are looked for without end": (
        "class Counter:\n    def __init__(self, start=0):\n        pass\n"
        "    def __getattr__(self, name):\n        while True:\n            pass\n",
        Verdict.TIME_LIMIT,
    ),
    "attributes that ask for themselves": (
        "class Counter:\n    def __init__(self, start=0):\n        pass\n"
        "    def __getattr__(self, name):\n        return getattr(self, name)\n",
        Verdict.ERROR,
    ),
    "an object that is a number": (
        "class Counter:\n    def __new__(kind, start=0):\n        return 5\n",
        Verdict.ERROR,
    ),
    "a class that exits": (
        "import os\nclass Counter:\n    def __init__(self, start=0):\n        os._exit(0)\n",
        Verdict.ERROR,
    ),
    "an object that exits when it is let go": (
        SOLUTION + "\n    def __del__(self):\n        import os\n        os._exit(0)\n",
        Verdict.ERROR,
    ),
    "an object that cannot be let go": (
        SOLUTION + "\n    def __del__(self):\n        while True:\n            pass\n",
        Verdict.TIME_LIMIT,
    ),
    "thousands of objects that stay": (
        "KEPT = []\n"
        + SOLUTION.replace(
            "self.total = start", "self.total = start\n        KEPT.extend(map(bytearray, [9000] * 9000))"
        ),
        Verdict.MEMORY_LIMIT,
    ),
    "a class that says it is another": (
        "class Kind(type):\n    __name__ = property(lambda kind: 1 / 0)\n"
        "    def __call__(kind, *args):\n        return object.__new__(kind)\n"
        "class Counter(metaclass=Kind):\n    __class__ = int\n    add = total = property(lambda self: self)\n",
        Verdict.ERROR,
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_object_is_a_wrong_answer_or_a_fault_of_its_own(kind: str, grader: Grader) -> None:
    source, verdict = HOSTILE[kind]
    seconds = 0.5 if verdict is Verdict.TIME_LIMIT else 10.0
    assert graded(grader, source, call_seconds=seconds).verdict is verdict


def test_a_right_class_passes_and_thousands_of_objects_inside_it_are_its_own_affair(grader: Grader) -> None:
    busy = SOLUTION.replace("return self.total", "return [Counter(n) for n in range(5000)] and self.total")
    assert graded(grader, SOLUTION).verdict is graded(grader, busy).verdict is Verdict.PASSED


def test_a_mistake_in_a_class_is_named(grader: Grader) -> None:
    report = graded(grader, SOLUTION.replace("self.total += number", "self.total = self.total - number"))
    assert (report.naming, [pitfall.name for pitfall in report.pitfalls]) == (Naming.EXACT, ["not-doubled"])


def test_an_example_of_a_class_is_a_session(grader: Grader) -> None:
    [example] = grader.examples(counting())
    assert (example.call, example.result) == ("it = Counter(3)\n>>> it.add(2)\n5\n>>> it.total", "5")


def test_a_learner_who_calls_a_class_is_told_that_tests_do_that(grader: Grader) -> None:
    report = grader.grade(counting(), SOLUTION.encode(), scope=Scope.CALL, call=OwnCall("Counter", "3"))
    assert (report.verdict, report.sentence) == (Verdict.ERROR, OBJECTS)
