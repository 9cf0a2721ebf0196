"""The audit log. What changes something is written in the same transaction as the change that it tells of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, utc_now
from gradatim.models import AuditEvent, User
from gradatim.services.paging import Page, page_of

LOOK = timedelta(minutes=5)  # looks at the same code within this are one: a page that waits asks again and again
BATCH = 500
COMMAND_LINE = "command line"


@dataclass(frozen=True)
class Event:
    """`actor` is an address, or `COMMAND_LINE`."""

    id: int
    at: datetime
    actor: str
    action: str
    subject: str
    detail: dict[str, Any]


@dataclass(frozen=True)
class WantedEvents:
    """A part of the actor's address or `COMMAND_LINE`, one action, a part of the subject; each may be empty."""

    actor: str = ""
    action: str = ""
    subject: str = ""


def record(session: Session, action: str, *, subject: str, actor_id: int | None = None, **detail: str | int) -> None:
    session.add(AuditEvent(action=action, subject=subject, actor_id=actor_id, detail=detail))


def looked(sessions: Sessions, *, actor_id: int, submission_id: int, owner_id: int) -> None:
    """Staff sees somebody's code. Looks at one's own are not written down."""
    if actor_id == owner_id:
        return
    subject = f"submission {submission_id}"
    same = (AuditEvent.subject == subject, AuditEvent.action == "submission.view", AuditEvent.actor_id == actor_id)
    with sessions.read() as session:
        recent = select(AuditEvent.id).where(*same, AuditEvent.at > utc_now() - LOOK)
        if session.scalar(recent.limit(1)) is not None:
            return
    with sessions.begin() as session:
        record(session, "submission.view", subject=subject, actor_id=actor_id, student=owner_id)


def events(sessions: Sessions, wanted: WantedEvents, *, number: int = 1) -> Page[Event]:
    """Newest first."""
    with sessions.read() as session:
        return page_of(session, _query(wanted), number=number, shown=_event)


def all_events(sessions: Sessions, wanted: WantedEvents) -> Iterator[Event]:
    """Every event, newest first, read in batches: no transaction is held while somebody's download is slow."""
    before: int | None = None
    while True:
        query = _query(wanted) if before is None else _query(wanted).where(AuditEvent.id < before)
        with sessions.read() as session:
            batch = [_event(row) for row in session.execute(query.limit(BATCH))]
        yield from batch
        if len(batch) < BATCH:
            return
        before = batch[-1].id


def actions(sessions: Sessions) -> list[str]:
    """Every kind of action that was ever recorded."""
    with sessions.read() as session:
        return list(session.scalars(select(AuditEvent.action).distinct().order_by(AuditEvent.action)))


def _query(wanted: WantedEvents) -> Select[AuditEvent, str | None]:
    query = select(AuditEvent, User.email).outerjoin(User, User.id == AuditEvent.actor_id)
    if wanted.actor.lower() == COMMAND_LINE:
        query = query.where(AuditEvent.actor_id.is_(None))
    elif wanted.actor:
        query = query.where(User.email.contains(wanted.actor.lower(), autoescape=True))
    if wanted.action:
        query = query.where(AuditEvent.action == wanted.action)
    if wanted.subject:
        query = query.where(AuditEvent.subject.contains(wanted.subject, autoescape=True))
    return query.order_by(AuditEvent.id.desc())


def _event(row: Row[AuditEvent, str | None]) -> Event:
    event, email = row
    return Event(event.id, event.at, email or COMMAND_LINE, event.action, event.subject, event.detail)
