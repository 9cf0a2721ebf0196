"""Old data that nobody needs: guests that never did anything, runs and calls of long ago. Never what was submitted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, Table, and_, delete, exists, func, select

from gradatim.db import Sessions, now_in
from gradatim.models import OVER, Base, Kind, Submission, User
from gradatim.services import audit

AT_ONCE = 500  # rows in one transaction: nobody waits long for it
TRIALS = (Kind.RUN, Kind.CALL, Kind.TRY)  # not what was submitted, and not what a regrade keeps


@dataclass(frozen=True)
class Old:
    """How many rows of each sort would go, or went."""

    guests: int
    trials: int


def old(sessions: Sessions, *, guest_days: int, trial_days: int) -> Old:
    """What `prune` would remove."""
    with sessions.read() as session:
        now = now_in(session)
        guests = select(func.count()).where(_idle_guest(now - timedelta(days=guest_days)))
        trials = select(func.count()).where(_old_trial(now - timedelta(days=trial_days)))
        return Old(session.scalar(guests) or 0, session.scalar(trials) or 0)


def prune(sessions: Sessions, *, guest_days: int, trial_days: int) -> Old:
    """Remove it, a few hundred rows at a time. Trials first: a guest who did nothing else has then done nothing."""
    with sessions.read() as session:
        now = now_in(session)
    trials = _remove(sessions, Submission.__table__, _old_trial(now - timedelta(days=trial_days)))
    guests = _remove(sessions, User.__table__, _idle_guest(now - timedelta(days=guest_days)))
    with sessions.begin() as session:
        audit.record(session, "prune", subject="old data", guests=guests, trials=trials)
    return Old(guests, trials)


def _old_trial(before: object) -> ColumnElement[bool]:
    return and_(Submission.kind.in_(TRIALS), Submission.state.in_(OVER), Submission.created_at < before)


def _idle_guest(before: object) -> ColumnElement[bool]:
    """A guest whom no row of any table refers to."""
    references = (
        exists().where(column == User.id)
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if any(key.column.table is User.__table__ for key in column.foreign_keys)
    )
    return and_(User.is_guest, User.created_at < before, *(~reference for reference in references))


def _remove(sessions: Sessions, table: object, which: ColumnElement[bool]) -> int:
    assert isinstance(table, Table)  # noqa: S101 - what a model's table is
    removed = 0
    while True:
        with sessions.begin() as session:
            some = session.scalars(select(table.c.id).where(which).limit(AT_ONCE)).all()
            if not some:
                return removed
            session.execute(delete(table).where(table.c.id.in_(some), which))
            removed += len(some)
