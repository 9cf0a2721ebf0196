"""The audit log: written in the same transaction as what it tells of."""

from __future__ import annotations

from sqlalchemy.orm import Session

from gradatim.models import AuditEvent


def record(session: Session, action: str, *, subject: str, actor_id: int | None = None, **detail: str | int) -> None:
    session.add(AuditEvent(action=action, subject=subject, actor_id=actor_id, detail=detail))
