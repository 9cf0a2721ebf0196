"""How many try and how many pass, after how many attempts and how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from sqlalchemy import Row, case, func, select
from sqlalchemy.orm import Session

from gradatim.models import Kind, Submission
from gradatim.services.insight.window import Counted
from gradatim_runner.report import Verdict

MOST_ATTEMPTS = 10  # that have a bar of their own
TIMES = [("under 5 min", 5), ("5 to 15 min", 15), ("15 to 60 min", 60), ("1 to 6 h", 360), ("6 to 24 h", 1440)]
LONGER = "over a day"


@dataclass(frozen=True)
class Bar:
    """How many people fall under one label."""

    label: str
    people: int


@dataclass(frozen=True)
class Passing:
    """`time`: from the first thing that somebody sent, a run or an attempt, to their first pass. Medians are None where
    nobody passed. Of somebody's runs the last 20 are kept, so that of long work the beginning may be missing."""

    attempts: int
    passed_attempts: int
    people: int
    passed_people: int
    median_attempts: float | None
    median_minutes: float | None
    by_attempts: list[Bar]
    by_time: list[Bar]

    @property
    def pass_rate(self) -> float | None:
        """Of the people; None where there are none."""
        return self.passed_people / self.people if self.people else None


def passing(session: Session, counted: Counted) -> Passing:
    passed = func.sum(case((Submission.verdict == Verdict.PASSED, 1), else_=0))
    totals = select(func.count(), passed, func.count(Submission.user_id.distinct())).where(*counted.submissions())
    attempts, passed_attempts, people = session.execute(totals).one()
    rows = _first_passes(session, counted)
    tries = [row.attempts for row in rows]
    minutes = [(row.passed_at - row.began_at).total_seconds() / 60 for row in rows]
    return Passing(
        attempts=attempts,
        passed_attempts=passed_attempts or 0,
        people=people,
        passed_people=len(rows),
        median_attempts=median(tries) if tries else None,
        median_minutes=median(minutes) if minutes else None,
        by_attempts=_by_attempts(tries),
        by_time=_by_time(minutes),
    )


def _first_passes(session: Session, counted: Counted) -> list[Row[*tuple[object, ...]]]:
    """Of everybody who passed: the number of their attempts up to then, and when they began and passed."""
    place = func.row_number().over(partition_by=Submission.user_id, order_by=Submission.id).label("place")
    tries = select(Submission.user_id, Submission.created_at, Submission.verdict, place)
    tries_ = tries.where(*counted.submissions()).subquery()
    firsts = (
        select(
            tries_.c.user_id,
            func.min(tries_.c.place).label("attempts"),
            func.min(tries_.c.created_at).label("passed_at"),
        )
        .where(tries_.c.verdict == Verdict.PASSED)
        .group_by(tries_.c.user_id)
        .subquery()
    )
    began = (
        select(Submission.user_id, func.min(Submission.created_at).label("began_at"))
        .where(*counted.sent(), Submission.kind.in_((Kind.RUN, Kind.SUBMIT)))
        .group_by(Submission.user_id)
        .subquery()
    )
    query = select(firsts.c.attempts, firsts.c.passed_at, began.c.began_at)
    return list(session.execute(query.join(began, began.c.user_id == firsts.c.user_id)).all())


def _by_attempts(tries: Iterable[int]) -> list[Bar]:
    counts = Counter(min(number, MOST_ATTEMPTS + 1) for number in tries)
    bars = [Bar(str(number), counts[number]) for number in range(1, MOST_ATTEMPTS + 1)]
    return [*bars, Bar(f"over {MOST_ATTEMPTS}", counts[MOST_ATTEMPTS + 1])]


def _by_time(minutes: Iterable[float]) -> list[Bar]:
    counts = Counter(next((label for label, most in TIMES if each < most), LONGER) for each in minutes)
    return [Bar(label, counts[label]) for label in [*(label for label, _ in TIMES), LONGER]]
