"""A submission is graded alike whether its tests were asked ahead or one by one."""

from __future__ import annotations

import msgspec
import pytest

from gradatim_grader.container import Frame
from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem, from_files
from gradatim_grader.relay import Relay
from gradatim_runner.report import Report
from tests.grader.tiny import FACTS, tiny
from tests.waiting import until

TESTS = 6
SAMPLE = "".join(f"def test_{n}():\n    assert_matches(grown({n}), {2 * n + 5})\n\n" for n in range(3))
PAIR = """
def test_{0}_and_{1}():
    for got in call_each(grown, [[{0}], [{1}]]):
        assert got in (2 * {0} + 5, 2 * {1} + 5)

"""
HIDDEN = "".join(PAIR.format(n, n + 10) for n in range(3, 3 + TESTS))
HIDDEN += "def test_two_journeys():\n    assert grown(20) == 45\n    assert grown(21) == 47\n\n"
HIDDEN += "def test_last():\n    assert grown(30) == 65\n"
IMPORTS = "from submission import grown\nfrom gradatim_runner.testing import assert_matches, call_each\n\n"

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def grow() -> Problem:
    facts = FACTS.replace("call_seconds = 2.0", "call_seconds = 1.5\nanswer_mib = 4")
    return tiny(problem=facts, test_sample=IMPORTS + SAMPLE, test_hidden=IMPORTS + HIDDEN)


@pytest.fixture(scope="module")
def unprepared(grader: Grader, grow: Problem) -> dict[str, Report]:
    """Of each source what it gets where nothing is known of the tests: from a checker's first submission."""
    reports = {}
    for name, source in SOURCES.items():
        another = from_files("tiny", grow.files | {"statement.md": name.encode()})  # a version, and so a checker
        reports[name] = grader.grade(another, source.encode())
    return reports


@pytest.fixture(scope="module")
def prepared(grader: Grader, grow: Problem) -> Grader:
    with pytest.MonkeyPatch.context() as patch:
        journeys = counted(patch)
        until(lambda: grader.grade(grow, SOURCES["right"].encode()).tests and max(journeys) > 4)
    return grader


def counted(patch: pytest.MonkeyPatch) -> list[int]:
    """How many calls go together, for each journey from now on."""
    made: list[int] = []
    call = Relay._call

    def counting(relay: Relay, first: Frame, count: int) -> None:
        made.append(count)
        call(relay, first, count)

    patch.setattr(Relay, "_call", counting)
    return made


SOURCES = {
    "right": "def grown(n):\n    return 2 * n + 5\n",
    "prints": "def grown(n):\n    print('asked for', n)\n    return 2 * n + 5\n",
    "counts its calls": "made = []\ndef grown(n):\n    made.append(n)\n    return 2 * n + 5 if n > 1 else str(made)\n",
    "named": "def grown(n):\n    return n + 5\n",
    "wrong in between": "def grown(n):\n    return 2 * n + (5 if n != 13 else 0)\n",
    "raises": "def grown(n):\n    if n in (1, 4, 15): raise ValueError(n)\n    return 2 * n + 5\n",
    "ends its process": "import os\ndef grown(n):\n    if n in (5, 17): os._exit(0)\n    return 2 * n + 5\n",
    "never ends": "def grown(n):\n    while n in (2, 14): pass\n    return 2 * n + 5\n",
    "returns nothing once": "def grown(n):\n    return None if n == 7 else 2 * n + 5\n",
    "answers large": "import numpy as np\ndef grown(n):\n    return np.zeros(200_000) if n in (4, 16) else 2 * n + 5\n",
    "does not load": "def grown(n)\n    return 2 * n + 5\n",
    "is not there": "def other(n):\n    return 2 * n + 5\n",
}


@pytest.mark.parametrize("name", SOURCES)
def test_the_report_is_the_same(name: str, grow: Problem, unprepared: dict[str, Report], prepared: Grader) -> None:
    assert untimed(prepared.grade(grow, SOURCES[name].encode())) == untimed(unprepared[name])


def untimed(report: Report) -> Report:
    tests = [msgspec.structs.replace(test, duration_ms=0.0) for test in report.tests]
    return msgspec.structs.replace(report, duration_ms=0.0, tests=tests, version="")


@pytest.mark.parametrize(
    ("scope", "expected"), [(Scope.SUBMIT, [1, 3, 2 * TESTS + 1, 1, 1]), (Scope.RUN, [1, 3])], ids=["submit", "run"]
)
def test_quick_code_takes_few_journeys(
    grow: Problem, prepared: Grader, monkeypatch: pytest.MonkeyPatch, scope: Scope, expected: list[int]
) -> None:
    journeys = counted(monkeypatch)

    def takes_few() -> bool:
        journeys.clear()
        prepared.grade(grow, SOURCES["right"].encode(), scope=scope)
        return journeys == expected

    until(takes_few)


@pytest.mark.parametrize("where", ["True", "n > 2"], ids=["slow everywhere", "in hidden tests alone"])
def test_of_slow_code_results_are_told_all_along(
    grow: Problem, prepared: Grader, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    journeys, told = counted(monkeypatch), set[int]()
    slow = f"import time\ndef grown(n):\n    time.sleep(0.3 if {where} else 0)\n    return 2 * n + 5\n"
    prepared.grade(grow, slow.encode(), on_progress=lambda progress: told.add(len(journeys)))
    assert len(told) > TESTS
