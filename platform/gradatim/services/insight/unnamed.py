"""Wrong submissions that no pitfall explains, grouped by equal answers: what the next pitfalls should be.

Answers are equal where their fingerprints are: see gradatim_runner/fingerprint.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, joinedload, selectinload

from gradatim.errors import NotFound
from gradatim.models import ProblemVersion, Submission
from gradatim.services.insight.window import WRONG, Counted

MOST_GROUPS = 50
MOST_LISTED = 100


class NoSuchMistake(NotFound):
    public = "There are no such answers."


@dataclass(frozen=True)
class Group:
    """Submissions with equal wrong answers. `sentence` says what is wrong with the example."""

    fingerprint: str
    submissions: int
    people: int
    first_at: datetime
    last_at: datetime
    example_id: int
    sentence: str


@dataclass(frozen=True)
class Unnamed:
    """The largest groups first; `submissions` are those of all groups, `groups` may have been cut short."""

    submissions: int
    wrong: int
    groups: list[Group]


def unnamed(session: Session, counted: Counted) -> Unnamed:
    people, number = func.count(Submission.user_id.distinct()), func.count()
    first, last = func.min(Submission.created_at), func.max(Submission.created_at)
    query = (
        select(Submission.fingerprint, number, people, first, last, func.max(Submission.id))
        .where(*_nameless(counted))
        .group_by(Submission.fingerprint)
        .order_by(number.desc(), people.desc(), Submission.fingerprint)
    )
    rows = session.execute(query.limit(MOST_GROUPS)).all()
    examples = select(Submission.id, Submission.sentence).where(Submission.id.in_([row[-1] for row in rows]))
    sentences = {row.id: row.sentence for row in session.execute(examples)}
    wrong = select(func.count()).where(*counted.submissions(), Submission.verdict.in_(WRONG))
    total = select(func.count()).where(*_nameless(counted))
    return Unnamed(
        submissions=session.scalar(total) or 0,
        wrong=session.scalar(wrong) or 0,
        groups=[Group(row[0] or "", *row[1:], sentences[row[-1]]) for row in rows],
    )


def members(session: Session, counted: Counted, fingerprint: str) -> list[Submission]:
    """The submissions of one group, the shortest first: it says the mistake with the least beside it.

    Raises:
        NoSuchMistake: there are none.
    """
    query = (
        select(Submission)
        .where(*_nameless(counted), Submission.fingerprint == fingerprint)
        .order_by(func.length(Submission.source), Submission.id)
        .options(joinedload(Submission.version).joinedload(ProblemVersion.problem), selectinload(Submission.tests))
    )
    found = list(session.scalars(query.limit(MOST_LISTED)))
    if not found:
        raise NoSuchMistake(f"nothing of {counted.slug} has the fingerprint {fingerprint!r}")
    return found


def _nameless(counted: Counted) -> tuple[ColumnElement[bool], ...]:
    return (*counted.submissions(), Submission.verdict.in_(WRONG), Submission.fingerprint.is_not(None))
