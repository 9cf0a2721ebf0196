"""From a report to rows. The way back is `Submission.report`; the two together lose nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from gradatim.db import storable
from gradatim.models import StoredPitfall, StoredTest, Submission
from gradatim_runner.report import NamedPitfall, Naming, Report, TestResult


def write(submission: Submission, *, report: Report) -> None:
    """Put what grading gave into the submission's rows; its state is not touched."""
    submission.verdict = report.verdict
    submission.sentence = report.sentence
    submission.line = report.line
    submission.score, submission.max_score = report.score, report.max_score
    submission.naming = report.naming
    submission.stdout, submission.stderr = report.stdout, report.stderr
    submission.output_truncated = report.output_truncated
    submission.duration_ms = report.duration_ms
    submission.fingerprint = report.fingerprint or None
    submission.answer_json = None if report.call is None else _clean(msgspec.to_builtins(report.call))
    submission.own_tests = [_test(number, result) for number, result in enumerate(report.tests)]
    submission.own_pitfalls = [_pitfall(number, named) for number, named in enumerate(report.pitfalls)]


def erase(submission: Submission) -> None:
    """As if it had never been graded; its state is not touched."""
    submission.verdict = submission.line = submission.answer_json = None
    submission.sentence = submission.stdout = submission.stderr = ""
    submission.score = submission.max_score = submission.duration_ms = 0.0
    submission.naming, submission.output_truncated = Naming.NONE, False
    submission.own_tests, submission.own_pitfalls = [], []


def _test(ordinal: int, result: TestResult) -> StoredTest:
    return StoredTest(
        ordinal=ordinal,
        name=result.name,
        title=result.title,
        visible=result.visible,
        outcome=result.outcome,
        points=result.points,
        max_points=result.max_points,
        duration_ms=result.duration_ms,
        message=result.message,
        hint=result.hint,
        line=result.line,
        difference_json=None if result.difference is None else _clean(msgspec.to_builtins(result.difference)),
    )


def _pitfall(ordinal: int, named: NamedPitfall) -> StoredPitfall:
    return StoredPitfall(ordinal=ordinal, name=named.name, title=named.title, explain=named.explain, hint=named.hint)


def _clean(value: Any) -> Any:
    """Plain data with every text in it storable."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    return value
