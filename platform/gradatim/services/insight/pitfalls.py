"""Which share of the wrong submissions fell into each pitfall, over time."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import ColumnElement, Date, func, select, type_coerce
from sqlalchemy.orm import Session

from gradatim.models import StoredPitfall, Submission
from gradatim.services.insight.window import WRONG, Counted

NAMELESS = "No mistake with a name"
DAYS_APART = 45  # a window of at most so many days is shown by day, a longer one by week


@dataclass(frozen=True)
class Share:
    """Of the `wrong` submissions of a day, or of a week from its Monday, `submissions` fell into one pitfall."""

    since: date
    title: str
    submissions: int
    wrong: int

    @property
    def share(self) -> float:
        return self.submissions / self.wrong


def shares(session: Session, counted: Counted) -> list[Share]:
    """In the order of time, and within it the commonest first. A submission may hold two mistakes at once."""
    day = _day(session)
    wrong = (*counted.submissions(), Submission.verdict.in_(WRONG))
    totals = session.execute(select(day, func.count()).where(*wrong).group_by(day)).all()
    named = (
        select(day, StoredPitfall.name, func.max(StoredPitfall.title), func.count())
        .join(Submission.pitfalls)
        .where(*wrong)
        .group_by(day, StoredPitfall.name)
    )
    nameless = select(day, func.count()).where(*wrong, ~Submission.pitfalls.any()).group_by(day)
    start = _as_they_are if 0 < counted.window.days <= DAYS_APART else _monday_of
    titles: dict[str, str] = {"": NAMELESS}
    all_wrong: dict[date, int] = defaultdict(int)
    counts: dict[tuple[date, str], int] = defaultdict(int)
    for at, count in totals:
        all_wrong[start(at)] += count
    for at, name, title, count in session.execute(named):
        titles[name] = title
        counts[start(at), name] += count
    for at, count in session.execute(nameless):
        counts[start(at), ""] += count
    found = [Share(at, titles[name], count, all_wrong[at]) for (at, name), count in counts.items()]
    return sorted(found, key=lambda each: (each.since, -each.submissions, each.title))


def _day(session: Session) -> ColumnElement[date]:
    """The day in UTC on which a submission was made."""
    if session.get_bind().dialect.name == "sqlite":
        return type_coerce(func.date(Submission.created_at), Date)
    return type_coerce(func.date(func.timezone("UTC", Submission.created_at)), Date)


def _as_they_are(day: date) -> date:
    return day


def _monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())
