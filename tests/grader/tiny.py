"""A problem as small as one can be and still be proven, to be made faulty in one way at a time."""

from __future__ import annotations

import threading
from pathlib import Path

from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem, from_files
from gradatim_grader.trial import Trial, TrialOptions
from gradatim_runner.messages import ArrayResult, ExampleResult

FACTS = """
title = "Twice and five"
summary = "Double a number and add five."
difficulty = "easy"
entry = "grown"
hints = ["What is twice 3?"]

[limits]
call_seconds = 2.0

[[example]]
args = [3]

[[pitfall]]
name = "not-doubled"
title = "The number is not doubled"
explain = "Every answer is too small by the number itself."
hint = "What is twice 3?"
change = [{ from = "2 * number", to = "number" }]
"""
SAMPLE = '''
from submission import grown


def test_three():
    """Three becomes eleven."""
    assert grown(3) == 11
'''
HIDDEN = '''
from submission import grown


def test_zero():
    """Nothing becomes five."""
    assert grown(0) == 5


def test_large():
    """A large number."""
    assert grown(23) == 51
'''
FILES = {
    "problem.toml": FACTS,
    "statement.md": "Double it and add five.\n",
    "starter.py": "def grown(number):\n    pass\n",
    "solution.py": "def grown(number):\n    return 2 * number + 5\n",
    "tests/test_sample.py": SAMPLE,
    "tests/test_hidden.py": HIDDEN,
}


def tiny(**changes: str) -> Problem:
    """The problem with some files replaced; of a file's name the last part without its ending is enough."""
    files = dict(FILES)
    for name, text in changes.items():
        path = next((path for path in (*files, "lesson.py", "theory.md") if Path(path).stem == name), f"{name}.toml")
        files[path] = text
    return from_files("tiny", {path: text.encode() for path, text in files.items()})


class Counting:
    """A sandbox that remembers what it was asked to try."""

    def __init__(self, grader: Grader) -> None:
        self._grader, self._lock = grader, threading.Lock()
        self.trials: list[tuple[str, TrialOptions]] = []

    @property
    def environment(self) -> str:
        return self._grader.environment

    def trial(self, problem: Problem, source: str, options: TrialOptions) -> Trial:
        with self._lock:
            self.trials.append((source, options))
        return self._grader.trial(problem, source, options)

    def examples(self, problem: Problem) -> list[ExampleResult]:
        return self._grader.examples(problem)

    def arrays(self, problem: Problem) -> list[ArrayResult]:
        return self._grader.arrays(problem)
