"""A check says what is wrong with a problem: one line for each fault, in the real sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gradatim_grader.check import CheckProgress, CheckReport, Step, check
from gradatim_grader.check.report import Fate
from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem
from tests.grader.tiny import FACTS, HIDDEN, SAMPLE, tiny

pytestmark = pytest.mark.docker

SLOW = """
import time

def grown(number):
    time.sleep(0.3)
    return 2 * number + 5
"""
HUNGRY = """
def grown(number):
    if number == 3:
        held = bytearray(130 << 20)
        held[::4096] = b"x" * len(held[::4096])
    return 2 * number + 5
"""
COUNTING = """
def grown(number):
    total = 5
    while number > 0:
        number -= 1
        total += 2
    return total
"""

LESSON = """
def odd(count):
    if count < 0:
        raise ValueError("not below 0")
    return [2 * n + 1 for n in range(count)]
"""

Check = Callable[[Problem], CheckReport]


@pytest.fixture
def faults(grader: Grader) -> Callable[[Problem], list[str]]:
    """The faults of a problem, mutants left out."""
    return lambda problem: [fault.line() for fault in check(problem, grader, mutants=False).faults]


def test_a_good_problem_is_proven(grader: Grader) -> None:
    told: list[CheckProgress] = []
    report = check(tiny(), grader, on_progress=told.append)
    assert (report.faults, report.notes, report.proven) == ([], [], True)
    assert report.reference is not None
    assert (report.reference.passed, report.reference.memory_tried_mib) == (3, 128)
    assert report.starter == "failed"
    assert report.mutation is not None
    assert report.mutation.score == 1
    assert [example.result for example in report.examples] == ["11"]
    assert {progress.step for progress in told} >= {Step.REFERENCE, Step.STARTER, Step.PITFALLS, Step.MUTANTS}
    assert all(progress.done <= progress.total for progress in told)


def test_the_matrix_says_which_test_catches_what(grader: Grader) -> None:
    report = check(tiny(), grader)
    rows = {row.id.rpartition("::")[2]: row for row in report.tests}
    assert [row.sample for row in rows.values()] == [True, False, False]
    assert rows["test_large"].catches_variants == ["not-doubled"]
    assert rows["test_zero"].catches_variants == []
    assert "not-doubled" in rows["test_large"].only
    assert not rows["test_zero"].idle  # mutants fail it


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        pytest.param(
            tiny(solution="def grown(number):\n    return 2 * number + 6\n"),
            "solution.py: the reference is not passed: failed: .*; see whether",
            id="a reference that is wrong",
        ),
        pytest.param(
            tiny(solution="import random\ndef grown(number):\n    return 2 * number + 5 + (random.random() < 0.4)\n"),
            "solution.py: .*the reference is not passed",
            id="a reference that is right sometimes",
        ),
        pytest.param(
            tiny(solution=SLOW, problem=FACTS.replace("call_seconds = 2.0", "call_seconds = 0.5")),
            r"problem.toml: limits.call_seconds: the reference takes 0.\d\d s, more than half of the 0.5 s; raise it",
            id="a reference that is slow",
        ),
        pytest.param(
            tiny(solution=HUNGRY, problem=FACTS.replace("call_seconds = 2.0", "call_seconds = 10.0")),
            "problem.toml: limits.memory_mib: the reference needs more than half of its 256 MiB; raise",
            id="a reference that needs much memory",
        ),
        pytest.param(
            tiny(starter="def grown(number):\n    return 5 + number + number\n"),
            "starter.py: passes every test; leave something to write",
            id="a starter that is the answer",
        ),
        pytest.param(
            tiny(starter="def grow(number):\n    pass\n"),
            "starter.py: Your code does not define `grown`; students start from it",
            id="a starter without the function",
        ),
        pytest.param(
            tiny(test_hidden=HIDDEN.replace("grown(23) == 51", "grown(23) > 0")),
            "problem.toml: pitfall not-doubled: no hidden test catches it, only test_three; sample tests can be learnt",
            id="a pitfall that only a sample test catches",
        ),
        pytest.param(
            tiny(
                test_hidden=HIDDEN.replace("(23) == 51", "(23) > 0"),
                test_sample=SAMPLE.replace("(3) == 11", "(0) == 5"),
            ),
            "problem.toml: pitfall not-doubled: no test catches it; write a hidden test that it fails",
            id="a pitfall that no test catches",
        ),
        pytest.param(
            tiny(
                problem=FACTS
                + '[[pitfall]]\nname = "once"\ntitle = "t"\nexplain = "e"\nhint = "h"\n'
                + 'change = [{ from = "2 * number", to = "1 * number" }]\n'
            ),
            "problem.toml: pitfall not-doubled: it cannot be told apart from once; add a call",
            id="two pitfalls that are the same",
        ),
        pytest.param(
            tiny(
                test_hidden=HIDDEN.replace(
                    "from submission import grown", "from submission import grown\nimport missing"
                )
            ),
            r"tests/test_hidden.py: line \d: the tests cannot be collected: .*: No module named 'missing'; mend",
            id="tests that cannot be collected",
        ),
        pytest.param(
            tiny(
                test_hidden="import pytest\n"
                + HIDDEN.replace("def test_zero", "@pytest.mark.points('x')\ndef test_zero")
            ),
            "tests: .*tests/test_hidden.py::test_zero: the mark points takes one number, 0 or more",
            id="points that are no number",
        ),
        pytest.param(
            tiny(test_hidden=HIDDEN + "\n\ndef test_never():\n    import pytest\n    pytest.skip('not today')\n"),
            "tests/test_hidden.py: test_never: is skipped; run it always, or take it away",
            id="a test that is skipped",
        ),
        pytest.param(
            tiny(problem=FACTS.replace("args = [3]", 'args = ["three", "four"]')),
            "problem.toml: example: cannot be computed: .*number 1 raised TypeError: .*; see that",
            id="an example that cannot be computed",
        ),
        pytest.param(
            tiny(statement='Double it.\n\n```array\nargs = [-1]\nfunction = "odd"\n```\n', lesson=LESSON),
            "statement.md: line 3: odd raised ValueError: not below 0; correct the block's arguments, or the function",
            id="an array of the lesson that cannot be computed",
        ),
        pytest.param(
            tiny(problem=FACTS.replace('hints = ["What is twice 3?"]', 'hints = [" "]')),
            "problem.toml: hint 1: is empty; students need it",
            id="an empty hint",
        ),
        pytest.param(
            tiny(mutants='[[mutant]]\nwhat = "None is forgotten"\nchange = [{ from = "absent", to = "x" }]\n'),
            r"mutants.toml: mutant\[0\]: from = 'absent' stands 0 times in solution.py, not once; correct it",
            id="a mutant that does not fit",
        ),
    ],
)
def test_a_fault_is_one_line_that_says_where_what_and_what_to_do(
    problem: Problem, said: str, faults: Callable[[Problem], list[str]]
) -> None:
    lines = faults(problem)
    assert all("\n" not in line for line in lines)
    assert any(re.search(f"^{said}", line) for line in lines), lines


def test_a_text_that_does_not_render_is_a_fault(grader: Grader) -> None:
    def render(text: str) -> None:
        if "Double" in text:
            raise ValueError("a formula has no end")

    report = check(tiny(), grader, render=render, mutants=False)
    assert [fault.line() for fault in report.faults] == [
        "problem.toml: summary: does not render: a formula has no end; correct the Markdown there",
        "statement.md: line 1: does not render: a formula has no end; correct the Markdown there",
    ]


def test_a_test_that_nothing_fails_is_idle(grader: Grader) -> None:
    hidden = HIDDEN + "\n\ndef test_nothing():\n    assert True\n"
    report = check(tiny(test_hidden=hidden), grader)
    assert report.proven
    assert [note.line() for note in report.notes] == [
        "tests/test_hidden.py: test_nothing: is idle: no pitfall's variant and no mutant fails it; "
        "sharpen it, take it away, or add the mistake that it is meant for"
    ]


def test_a_surviving_mutant_is_shown_with_a_call_that_would_catch_it(grader: Grader) -> None:
    solution = "def grown(number):\n    if number > 30:\n        return 2 * number + 5\n    return 2 * number + 5\n"
    facts = FACTS.replace(
        'from = "2 * number", to = "number"', 'from = "\\n    return 2 * number", to = "\\n    return number"'
    )
    report = check(
        tiny(solution=solution, problem=facts, test_hidden=HIDDEN.replace("== 51", "== 51\n    grown(60)")), grader
    )
    assert report.proven
    assert report.mutation is not None
    assert report.mutation.score < 1
    survivor = next(each for each in report.mutation.uncaught if each.added == "return 3 * number + 5")
    assert survivor.fate is Fate.SURVIVED
    assert "-        return 2 * number + 5" in survivor.diff
    assert survivor.proposal.startswith("grown(")
    assert int(survivor.proposal[6:-1]) > 30
    assert any("add one, for instance of grown(" in note.line() for note in report.notes)


def test_a_mutant_that_never_ends_is_caught_by_the_clock(grader: Grader) -> None:
    facts = FACTS.replace('from = "2 * number", to = "number"', 'from = "total += 2", to = "total += 1"')
    listed = '[[mutant]]\nwhat = "It never ends"\nchange = [{ from = "number -= 1", to = "number -= 0" }]\n'
    report = check(tiny(solution=COUNTING, problem=facts, mutants=listed), grader)
    assert report.faults == []
    assert report.mutation is not None
    assert "It never ends" not in {mutant.label for mutant in report.mutation.uncaught}
