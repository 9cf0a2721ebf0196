"""Problems and their versions. A version is immutable: content-addressed by its digest."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from gradatim.db import AnyText, utc_now
from gradatim.models.base import Base, words
from gradatim_grader.problem import Facts


class Visibility(StrEnum):
    DRAFT = "draft"  # only its authors see it, to try it as students will
    UNLISTED = "unlisted"  # whoever has the address
    LISTED = "listed"


class Problem(Base):
    __tablename__ = "problems"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(100), unique=True)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))  # None: from a folder
    visibility: Mapped[Visibility] = mapped_column(words(Visibility, name="visibility"), default=Visibility.LISTED)
    archived_at: Mapped[datetime | None]  # since then it takes no submissions
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class ProblemVersion(Base):
    """One published state of a problem; every submission keeps the one that graded it."""

    __tablename__ = "problem_versions"
    __table_args__ = (
        UniqueConstraint("problem_id", "digest"),
        Index(
            "one_current_version",
            "problem_id",
            unique=True,
            sqlite_where=text("current"),
            postgresql_where=text("current"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(64))
    current: Mapped[bool] = mapped_column(default=False)  # what new submissions are graded against
    title: Mapped[str] = mapped_column(AnyText)
    facts_json: Mapped[dict[str, Any]] = mapped_column(JSON)  # problem.toml
    examples_json: Mapped[list[dict[str, str]]] = mapped_column(JSON)  # computed by the reference when published
    max_score: Mapped[float]  # of Submit, as the reference got it
    test_count: Mapped[int]  # of Submit
    published_at: Mapped[datetime] = mapped_column(default=utc_now)

    problem: Mapped[Problem] = relationship()
    files: Mapped[list[ProblemFile]] = relationship(order_by="ProblemFile.path")

    @property
    def facts(self) -> Facts:
        return msgspec.convert(self.facts_json, Facts)


class ProblemFile(Base):
    """One file of a version, by its path inside the problem's folder."""

    __tablename__ = "problem_files"

    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id", ondelete="CASCADE"), primary_key=True)
    path: Mapped[str] = mapped_column(String(300), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
