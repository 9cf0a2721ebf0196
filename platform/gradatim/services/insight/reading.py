"""All that the page of insight shows, read in one go; and the rows behind each of its charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import ProblemVersion, Submission
from gradatim.services.insight import passing, pitfalls, tests, unnamed
from gradatim.services.insight.anonymous import anonymised
from gradatim.services.insight.passing import Passing
from gradatim.services.insight.pitfalls import Share
from gradatim.services.insight.tests import FailureRate
from gradatim.services.insight.unnamed import Unnamed
from gradatim.services.insight.window import Window, counted_in


@dataclass(frozen=True)
class VersionName:
    """A version to choose, newest first in a list of them."""

    digest: str
    published_at: datetime
    current: bool


@dataclass(frozen=True)
class Insight:
    """One problem, as its submissions in the window show it."""

    title: str
    versions: list[VersionName]
    passing: Passing
    tests: list[FailureRate]
    shares: list[Share]
    unnamed: Unnamed


@dataclass(frozen=True)
class Mistake:
    """A group of submissions with equal wrong answers. `source` is the shortest one's, anonymised."""

    title: str
    source: str | None
    submissions: list[Submission]


def insight_for(sessions: Sessions, slug: str, window: Window, *, user_id: int) -> Insight:
    """Raises NoSuchProblem."""
    with sessions.read() as session:
        counted = counted_in(session, slug, window, user_id=user_id)
        versions = select(ProblemVersion.digest, ProblemVersion.published_at, ProblemVersion.current)
        versions = versions.where(ProblemVersion.problem_id == counted.problem_id)
        rows = session.execute(versions.order_by(ProblemVersion.published_at.desc())).all()
        return Insight(
            title=counted.title,
            versions=[VersionName(*row) for row in rows],
            passing=passing.passing(session, counted),
            tests=tests.failure_rates(session, counted),
            shares=pitfalls.shares(session, counted),
            unnamed=unnamed.unnamed(session, counted),
        )


def mistake_for(sessions: Sessions, slug: str, fingerprint: str, window: Window, *, user_id: int) -> Mistake:
    """Raises NoSuchProblem, NoSuchMistake."""
    with sessions.read() as session:
        counted = counted_in(session, slug, window, user_id=user_id)
        found = unnamed.members(session, counted, fingerprint)
    return Mistake(counted.title, anonymised(found[0].source_text), found)


Rows = list[Sequence[str | int | float]]


def table_for(sessions: Sessions, slug: str, name: str, window: Window, *, user_id: int) -> Rows | None:
    """The rows behind one chart, headings first; None where no chart has this name. Raises NoSuchProblem."""
    with sessions.read() as session:
        counted = counted_in(session, slug, window, user_id=user_id)
        if name == "attempts":
            bars = passing.passing(session, counted).by_attempts
            return [("attempts", "people"), *((bar.label, bar.people) for bar in bars)]
        if name == "time":
            bars = passing.passing(session, counted).by_time
            return [("time", "people"), *((bar.label, bar.people) for bar in bars)]
        if name == "tests":
            rates = tests.failure_rates(session, counted)
            return [
                ("test", "title", "ran", "failed", "rate"),
                *((each.name, each.title, each.ran, each.failed, round(each.rate, 6)) for each in rates),
            ]
        if name == "pitfalls":
            shares = pitfalls.shares(session, counted)
            return [
                ("since", "pitfall", "submissions", "wrong", "share"),
                *((s.since.isoformat(), s.title, s.submissions, s.wrong, round(s.share, 6)) for s in shares),
            ]
        if name == "unnamed":
            groups = unnamed.unnamed(session, counted).groups
            return [
                ("answers", "submissions", "people", "first", "last", "example"),
                *(
                    (
                        g.fingerprint,
                        g.submissions,
                        g.people,
                        g.first_at.isoformat(),
                        g.last_at.isoformat(),
                        g.example_id,
                    )
                    for g in groups
                ),
            ]
    return None
