"""What grading one submission gives: the one report type, made by the checker and shown by everyone else.

Everything here is plain data that msgspec reads strictly. It is the only thing that the host decodes of what a
container says, and only the checker's container may say it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Verdict(StrEnum):
    """How a submission ended. The submission's verdict is that of its first test that did not pass."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    SYNTAX_ERROR = "syntax_error"
    REJECTED = "rejected"
    SYSTEM_ERROR = "system_error"


class Outcome(StrEnum):
    """How one test ended."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    NOT_RUN = "not_run"


class Naming(StrEnum):
    """How to read a report's list of pitfalls."""

    NONE = "none"
    EXACT = "exact"  # one pitfall explains every answer
    TOGETHER = "together"  # two pitfalls at once explain every answer
    ONE_OF = "one_of"  # each of these explains every answer; these tests cannot tell them apart


class DifferenceKind(StrEnum):
    """What is compared first is named first: a wrong shape hides wrong values."""

    TYPE = "type"
    SHAPE = "shape"
    DTYPE = "dtype"
    FINITE = "finite"
    VALUES = "values"


class Cell(msgspec.Struct, frozen=True):
    """One cell of an array. `index` counts from 0; numbers are text, so that nan and inf survive JSON."""

    index: list[int]
    expected: str
    got: str


class Preview(msgspec.Struct, frozen=True):
    """A part of a matrix, at most 32 rows and 48 columns; nan and inf are the words, for JSON.

    `shape` is that of the whole array; `origin` is the row and the column of the part's first cell.
    """

    shape: list[int]
    cells: list[list[float | str]]
    origin: tuple[int, int] = (0, 0)


class Difference(msgspec.Struct, frozen=True):
    """How an answer differs from the reference. Only visible tests show one."""

    kind: DifferenceKind
    sentence: str
    expected_type: str
    got_type: str
    first: Cell | None = None
    largest_error: float | None = None
    wrong_cells: int = 0
    total_cells: int = 0
    expected: Preview | None = None
    got: Preview | None = None


class ShownValue(msgspec.Struct, frozen=True):
    """A value for people: what it is in words, its text, and of a matrix a part as numbers."""

    described: str
    text: str = ""
    preview: Preview | None = None
    cut: bool = False  # whether the text goes on


class CallAnswer(msgspec.Struct, frozen=True):
    """What came of a call with arguments of one's own.

    `returned` is None where the function returned nothing at all: it raised, or was stopped. `expected`, `refused` (the
    exception that the reference answers with) and `difference` are there only where the problem shows them.
    """

    call: str
    returned: ShownValue | None = None
    expected: ShownValue | None = None
    refused: str = ""
    difference: Difference | None = None


class NamedPitfall(msgspec.Struct, frozen=True):
    """A known mistake that explains the learner's answers."""

    name: str
    title: str
    explain: str
    hint: str


class TestResult(msgspec.Struct, frozen=True):
    """One test. `message` holds nothing of a hidden test's inputs, values, assertion or exception text."""

    __test__ = False  # pytest would take the name for a test class

    name: str
    title: str
    visible: bool
    outcome: Outcome
    points: float
    max_points: float
    duration_ms: float
    message: str = ""
    hint: str = ""
    line: int | None = None  # in the learner's own source, from 1
    difference: Difference | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole answer to one submission.

    `sentence` says the verdict to the student in plain words. `stdout` and `stderr` hold what was printed while
    loading and in visible tests, before the first hidden test: later output could carry hidden inputs.
    """

    problem: str
    version: str
    verdict: Verdict
    sentence: str = ""
    line: int | None = None
    score: float = 0.0
    max_score: float = 0.0
    naming: Naming = Naming.NONE
    pitfalls: list[NamedPitfall] = []
    tests: list[TestResult] = []
    stdout: str = ""
    stderr: str = ""
    output_truncated: bool = False
    duration_ms: float = 0.0
    call: CallAnswer | None = None  # only of a call with arguments of one's own
    fingerprint: str = ""  # of answers that are wrong and have no name; for staff alone, see `shown_report`


def shown_report(report: Report) -> dict[str, Any]:
    """The report as plain data for everybody: without what is equal for equal answers to hidden tests."""
    shown: dict[str, Any] = msgspec.to_builtins(report)
    del shown["fingerprint"]
    return shown
