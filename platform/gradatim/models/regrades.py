"""Regrades: submissions graded again by a later version, compared, and then taken over or thrown away as a whole."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from gradatim.db import AnyText, utc_now
from gradatim.models.base import Base, words
from gradatim.models.problems import Problem, ProblemVersion


class RegradeState(StrEnum):
    OPEN = "open"  # being graded, or waiting for somebody to decide
    APPLIED = "applied"
    THROWN_AWAY = "thrown_away"


class Regrade(Base):
    """One for a problem at a time. Its submissions are rows of `submissions`, of kind regrade: see `Submission`."""

    __tablename__ = "regrades"
    __table_args__ = (
        Index(
            "one_open_regrade",
            "problem_id",
            unique=True,
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
        Index(None, "problem_id", "begun_at"),
        CheckConstraint("(state = 'open') = (ended_at IS NULL)", name="ended_when_not_open"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id", ondelete="CASCADE"))
    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id", ondelete="CASCADE"))  # that grades
    state: Mapped[RegradeState] = mapped_column(words(RegradeState, name="state"), default=RegradeState.OPEN)
    chosen: Mapped[str] = mapped_column(AnyText)  # which submissions, in words
    total: Mapped[int] = mapped_column(default=0)
    begun_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    begun_at: Mapped[datetime] = mapped_column(default=utc_now)
    ended_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    ended_at: Mapped[datetime | None]
    raised: Mapped[int] = mapped_column(default=0)  # how many went up, and so on, once it has ended
    lowered: Mapped[int] = mapped_column(default=0)
    kept: Mapped[int] = mapped_column(default=0)
    failed: Mapped[int] = mapped_column(default=0)  # a fault of ours: their old result stays

    problem: Mapped[Problem] = relationship()
    version: Mapped[ProblemVersion] = relationship()
