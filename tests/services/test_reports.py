"""A report goes into rows and comes out the same."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.services import grading, history
from gradatim.services.accounts import Viewer
from gradatim_grader.problem import Problem
from gradatim_runner.report import (
    Cell,
    Difference,
    DifferenceKind,
    NamedPitfall,
    Naming,
    Outcome,
    Preview,
    Report,
    TestResult,
    Verdict,
)
from tests.services import making

DIFFERENCE = Difference(
    kind=DifferenceKind.VALUES,
    sentence="Row 1, column 2: 0.1 where 0.01 was expected.",
    expected_type="ndarray",
    got_type="ndarray",
    first=Cell(index=[1, 2], expected="0.01", got="nan"),
    largest_error=0.09,
    wrong_cells=4,
    total_cells=12,
    expected=Preview(shape=[2, 2], cells=[[0.1, 0.2], [0.3, 1e-300]]),
    got=Preview(shape=[2, 2], cells=[["nan", "inf"], [1 / 3, -0.0]]),
)
FULL = Report(
    problem="doubling",
    version="",
    verdict=Verdict.FAILED,
    sentence="Not yet: «κόσμε» 🙂",
    line=7,
    score=0.1 + 0.2,
    max_score=10.0,
    naming=Naming.TOGETHER,
    pitfalls=[NamedPitfall("a-b", "A", "Because *b*.", "Try c."), NamedPitfall("c", "C", "", "")],
    tests=[
        TestResult("test_b", "B", True, Outcome.FAILED, 0.0, 2.5, 1.9, "no", "look", 3, DIFFERENCE),
        TestResult("test_a", "A", False, Outcome.NOT_RUN, 0.0, 7.5, 0.0),
    ],
    stdout="a\x1b[31m\n",
    stderr="b\u202e\n",
    output_truncated=True,
    duration_ms=41.0625,
)
LEAST = Report(problem="doubling", version="", verdict=Verdict.SYNTAX_ERROR)


def stored_and_read(sessions: Sessions, problem: Problem, report: Report) -> Report | None:
    made = making.submitted(sessions)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    assert grading.finish(sessions, claim, report=report)
    return history.submission_for(sessions, made.id, viewer=Viewer(made.user_id)).report()


@pytest.mark.parametrize("report", [pytest.param(FULL, id="full"), pytest.param(LEAST, id="least")])
def test_nothing_of_a_report_is_lost(sessions: Sessions, problem: Problem, report: Report) -> None:
    whole = Report(**{**{name: getattr(report, name) for name in Report.__struct_fields__}, "version": problem.digest})
    assert stored_and_read(sessions, problem, whole) == whole


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        pytest.param("a\0b", "a␀b", id="NUL, which PostgreSQL refuses"),
        pytest.param("a\ud800b", "a?b", id="a lone surrogate, which is no UTF-8"),
        pytest.param("\x1b[2J\x07\u202eabc\u2066", "\x1b[2J\x07\u202eabc\u2066", id="controls and bidi marks, kept"),
    ],
)
def test_no_text_of_a_learner_can_keep_a_verdict_from_being_stored(
    sessions: Sessions, problem: Problem, printed: str, kept: str
) -> None:
    difference = Difference(DifferenceKind.TYPE, printed, "ndarray", printed, first=Cell([0], "1", printed))
    test = TestResult("t", printed, True, Outcome.FAILED, 0, 1, 1.0, printed, "", None, difference)
    report = Report(
        problem="doubling", version=problem.digest, verdict=Verdict.FAILED, stdout=printed, stderr=printed, tests=[test]
    )
    read = stored_and_read(sessions, problem, report)
    assert read is not None
    assert (read.stdout, read.stderr, read.tests[0].message, read.tests[0].title) == (kept, kept, kept, kept)
    assert read.tests[0].difference is not None
    assert read.tests[0].difference.first == Cell([0], "1", kept)
