"""The workers as staff see them, and what staff may tell them. What a worker tells of itself: services/presence.py."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select

from gradatim.db import Sessions, now_in
from gradatim.errors import NotFound
from gradatim.models import WorkerPresence
from gradatim.services import audit

LOST_SECONDS = 30.0  # of silence
SHOWN_SECONDS = 24 * 3600.0  # of silence: then nobody wants to know any more


class NoSuchWorker(NotFound):
    public = "There is no such worker."

    def __init__(self, owner: str) -> None:
        super().__init__(f"no worker {owner!r}")


class WorkerState(StrEnum):
    TAKING = "taking"
    DRAINING = "draining"  # finishes what it has
    DRAINED = "drained"
    LOST = "lost"


@dataclass(frozen=True)
class SeenWorker:
    """`silent_seconds`: since it last told of itself, by the database's clock."""

    told: WorkerPresence
    silent_seconds: float
    now: datetime

    @property
    def state(self) -> WorkerState:
        if self.silent_seconds > LOST_SECONDS:
            return WorkerState.LOST
        if self.told.draining:
            obeys = not self.told.pool_json.get(
                "taking"
            )  # it hears of it with its next beat, and tells with the one after
            return WorkerState.DRAINED if obeys and not self.told.grading else WorkerState.DRAINING
        return WorkerState.TAKING

    @property
    def age_seconds(self) -> float:
        return (self.now - self.told.started_at).total_seconds()


def listed(sessions: Sessions) -> list[SeenWorker]:
    """All that live or were lost within a day, in the order of their names; not those that ended as they should."""
    with sessions.read() as session:
        now = now_in(session)
        rows = session.scalars(select(WorkerPresence).where(WorkerPresence.left_at.is_(None)))
        seen = [SeenWorker(row, max(0.0, (now - row.seen_at).total_seconds()), now) for row in rows]
    return sorted(
        (worker for worker in seen if worker.silent_seconds < SHOWN_SECONDS),
        key=lambda worker: (worker.told.name, worker.told.started_at),
    )


def set_draining(sessions: Sessions, owner: str, draining: bool, *, actor_id: int) -> None:
    """Let a worker finish what it has and take nothing more, or let it take again.

    Raises:
        NoSuchWorker: there is none.
    """
    with sessions.begin() as session:
        worker = session.get(WorkerPresence, owner)
        if worker is None:
            raise NoSuchWorker(owner)
        worker.draining = draining
        action = "worker.drain" if draining else "worker.resume"
        audit.record(session, action, subject=f"worker {owner}"[:200], actor_id=actor_id)
