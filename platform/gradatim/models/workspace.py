"""What a learner's workspace remembers on the server: the text in the editor, and how many hints were opened."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from gradatim.db import utc_now
from gradatim.models.base import Base


class Draft(Base):
    """The text of one user for one problem. Every change of it gets the next revision."""

    __tablename__ = "drafts"
    __table_args__ = (CheckConstraint("revision > 0", name="revision_positive"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int]
    source: Mapped[bytes] = mapped_column(LargeBinary)  # exactly what was sent
    replaced: Mapped[bytes | None] = mapped_column(LargeBinary)  # by a restored submission, until the next change
    saved_by: Mapped[str] = mapped_column(String(40), default="")  # a name that the browser's tab gave itself, or none
    saved_at: Mapped[datetime] = mapped_column(default=utc_now)


class OpenedHints(Base):
    """How many of a problem's hints a user has asked for. Hints come in order, so a number says which."""

    __tablename__ = "opened_hints"
    __table_args__ = (CheckConstraint("count > 0", name="count_positive"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id", ondelete="CASCADE"), primary_key=True)
    count: Mapped[int]
    opened_at: Mapped[datetime] = mapped_column(default=utc_now)  # the latest
