"""Which workers there are: each tells of itself every few seconds.

Nobody is called dead by comparing clocks: a worker is dead when others have seen its count of beats stand still.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from gradatim.db import Sessions, now_in
from gradatim.models import WorkerPresence

KEPT = timedelta(days=7)  # as long as a dead worker's machine may be off: then its containers are still known as dead


@dataclass(frozen=True)
class Doing:
    """What a worker tells of itself. `pool`: what its grader has, by name; and "taking", whether it takes more."""

    threads: int = 0
    grading: int = 0
    pool: dict[str, Any] = field(default_factory=dict)
    trouble: str = ""

    def columns(self) -> dict[str, Any]:
        return {"threads": self.threads, "grading": self.grading, "pool_json": self.pool, "trouble": self.trouble}


def beat(sessions: Sessions, *, owner: str, name: str, doing: Doing | None = None) -> bool:
    """Say that this worker lives; whether staff want it to take nothing more."""
    told = (doing or Doing()).columns()
    with suppress(IntegrityError), sessions.begin() as session:  # another of this very owner was first to say so
        now = now_in(session)
        again = update(WorkerPresence).where(WorkerPresence.owner == owner)
        again = again.values(seen_at=now, left_at=None, beats=WorkerPresence.beats + 1, **told)
        draining = session.scalar(again.returning(WorkerPresence.draining))
        if draining is None:
            session.add(WorkerPresence(owner=owner, name=name, started_at=now, seen_at=now, **told))
            session.execute(delete(WorkerPresence).where(WorkerPresence.seen_at < now - KEPT))
        return bool(draining)
    return False


def leave(sessions: Sessions, *, owner: str) -> None:
    """Say that this worker ends as it should."""
    with sessions.begin() as session:
        gone = update(WorkerPresence).where(WorkerPresence.owner == owner)
        session.execute(gone.values(left_at=now_in(session)))


def beats(sessions: Sessions) -> dict[str, int]:
    """How often each worker has told of itself, by owner."""
    with sessions.read() as session:
        return {row.owner: row.beats for row in session.execute(select(WorkerPresence.owner, WorkerPresence.beats))}


def namesakes(sessions: Sessions, *, owner: str, name: str, within_seconds: float) -> list[str]:
    """Other workers of this name that were seen lately and have not left."""
    with sessions.read() as session:
        since = now_in(session) - timedelta(seconds=within_seconds)
        others = select(WorkerPresence.owner).where(
            WorkerPresence.name == name,
            WorkerPresence.owner != owner,
            WorkerPresence.left_at.is_(None),
            WorkerPresence.seen_at >= since,
        )
        return list(session.scalars(others.order_by(WorkerPresence.owner)))
