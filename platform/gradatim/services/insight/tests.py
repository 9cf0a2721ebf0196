"""How often each test fails."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from gradatim.models import StoredTest, Submission
from gradatim.services.insight.window import Counted
from gradatim_runner.report import Outcome

MOST_COUNTED = 20_000  # a rate gets no better by more, and each has dozens of tests


@dataclass(frozen=True)
class FailureRate:
    """Of one test: of `ran` submissions in which it was run, `failed` did not pass it."""

    name: str
    title: str
    ran: int
    failed: int

    @property
    def rate(self) -> float:
        return self.failed / self.ran if self.ran else 0.0


def failure_rates(session: Session, counted: Counted) -> list[FailureRate]:
    """The one that fails most often first, of the latest `MOST_COUNTED`. One that never ran is left out."""
    latest = (
        select(Submission.results_id).where(*counted.submissions()).order_by(Submission.id.desc()).limit(MOST_COUNTED)
    )
    failed = func.sum(case((StoredTest.outcome != Outcome.PASSED, 1), else_=0))
    query = (
        select(StoredTest.name, func.max(StoredTest.title), func.count(), failed)
        .where(StoredTest.submission_id.in_(latest), StoredTest.outcome != Outcome.NOT_RUN)
        .group_by(StoredTest.name)
    )
    found = [FailureRate(name, title or name, ran, wrong) for name, title, ran, wrong in session.execute(query)]
    return sorted(found, key=lambda each: (-each.rate, each.title))
