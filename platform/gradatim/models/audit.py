"""Who did what, when: publishing, accounts, and everything that staff do to other people's work."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from gradatim.db import utc_now
from gradatim.models.base import Base


class AuditEvent(Base):
    __tablename__ = "audit_events"
    __table_args__ = (Index(None, "subject", "at"), Index(None, "action", "id"), Index(None, "actor_id", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=utc_now)
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))  # None: the command line
    action: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(200))
    detail: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
