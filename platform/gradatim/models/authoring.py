"""Problems that are being written in the browser: their files, and what the last check of them came to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from gradatim.db import AnyText, utc_now
from gradatim.models.base import Base, words
from gradatim.models.submissions import State


class ProblemDraft(Base):
    """A problem as its author has it just now. Publishing copies it; the draft stays, to go on with.

    `revision` counts every change of any file. A file keeps the number of its own last change.
    """

    __tablename__ = "problem_drafts"
    __table_args__ = (CheckConstraint("revision >= 0", name="revision_not_negative"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(100), unique=True)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    revision: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(default=utc_now)


class DraftFile(Base):
    """One file of a draft. A removed one is kept until the draft goes, so that it can be brought back."""

    __tablename__ = "problem_draft_files"
    __table_args__ = (CheckConstraint("revision > 0", name="revision_positive"),)

    draft_id: Mapped[int] = mapped_column(ForeignKey("problem_drafts.id", ondelete="CASCADE"), primary_key=True)
    path: Mapped[str] = mapped_column(String(300), primary_key=True)
    revision: Mapped[int]
    content: Mapped[bytes] = mapped_column(LargeBinary)
    saved_by: Mapped[str] = mapped_column(String(40), default="")  # a name that the browser's tab gave itself, or none
    saved_at: Mapped[datetime] = mapped_column(default=utc_now)
    removed: Mapped[bool] = mapped_column(default=False)


class DraftCheck(Base):
    """The last check of a draft, claimed and finished as submissions are.

    `digest` names the content that was checked; the report and what publishing needs belong to it alone.
    """

    __tablename__ = "problem_checks"
    __table_args__ = (
        Index(None, "state", "not_before"),
        CheckConstraint("(state = 'done') = (finished_at IS NOT NULL)", name="finished_when_done"),
        CheckConstraint("(state = 'claimed') = (claimed_by IS NOT NULL)", name="owner_when_claimed"),
        CheckConstraint("(state = 'claimed') = (lease_until IS NOT NULL)", name="lease_when_claimed"),
        CheckConstraint("NOT proven OR prepared IS NOT NULL", name="prepared_when_proven"),
    )

    draft_id: Mapped[int] = mapped_column(ForeignKey("problem_drafts.id", ondelete="CASCADE"), primary_key=True)
    requested_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    requested_at: Mapped[datetime] = mapped_column(default=utc_now)
    digest: Mapped[str] = mapped_column(String(64), default="")

    state: Mapped[State] = mapped_column(words(State, name="state"), default=State.QUEUED)
    attempt: Mapped[int] = mapped_column(default=0)  # grows with every claim: fences a late worker
    claimed_by: Mapped[str | None] = mapped_column(String(200))
    lease_until: Mapped[datetime | None]
    not_before: Mapped[datetime] = mapped_column(default=utc_now)  # from when the sweep sends it again
    trouble: Mapped[int] = mapped_column(default=0)  # the engine's: sets how long it waits
    faults: Mapped[int] = mapped_column(default=0)  # ours, and leases that ran out: a few end it
    waiting_reason: Mapped[str] = mapped_column(AnyText, default="")
    progress_json: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    proven: Mapped[bool] = mapped_column(default=False)
    report_json: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # a CheckReport
    prepared: Mapped[bytes | None] = mapped_column(LargeBinary)  # a Prepared: see services/publishing.py
    failure: Mapped[str] = mapped_column(AnyText, default="")  # why there is no report: a fault of ours
    finished_at: Mapped[datetime | None]
