"""What a lesson's blocks need stored: arrays that were computed when a version was published, and answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from gradatim.db import utc_now
from gradatim.models.base import Base


class LessonArray(Base):
    """One matrix of a version's lesson, or of one of its examples. As immutable as the version."""

    __tablename__ = "lesson_arrays"

    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(100), primary_key=True)  # that of the part of the lesson
    row_numbers: Mapped[list[int]] = mapped_column(JSON)  # which rows of the computed array these are
    column_numbers: Mapped[list[int]] = mapped_column(JSON)
    dtype: Mapped[str] = mapped_column(String(20))  # as it was computed
    wavelengths: Mapped[list[float]] = mapped_column(JSON)  # one for each column, 0 for none; or an empty list
    data: Mapped[bytes] = mapped_column(LargeBinary)  # float64, little-endian, row by row


class QuizAnswer(Base):
    """What a user last answered to one question, and how they did over time."""

    __tablename__ = "quiz_answers"
    __table_args__ = (
        Index(None, "problem_id", "name"),
        CheckConstraint("tries >= 0", name="tries_not_negative"),
    )

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    digest: Mapped[str] = mapped_column(String(16))  # of the question as it was asked
    answer_json: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)  # None: put aside, to try again
    correct: Mapped[bool | None]  # of a recall question, what they said of themselves
    first_correct: Mapped[bool | None]  # whether the first try was
    tries: Mapped[int] = mapped_column(default=0)
    revealed: Mapped[bool] = mapped_column(default=False)  # they asked to be told
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    answered_at: Mapped[datetime] = mapped_column(default=utc_now)
