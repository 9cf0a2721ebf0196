"""Submissions and what grading them gave. The rows hold the whole report; `Submission.report` rebuilds it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import JSON, CheckConstraint, ColumnElement, ForeignKey, Index, LargeBinary, String, func, text
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from gradatim.db import AnyText, utc_now
from gradatim.models.base import Base, words
from gradatim.models.problems import ProblemVersion
from gradatim.models.regrades import Regrade
from gradatim_runner.report import CallAnswer, Difference, NamedPitfall, Naming, Outcome, Report, TestResult, Verdict


class Kind(StrEnum):
    RUN = "run"  # sample tests only
    SUBMIT = "submit"
    TRY = "try"  # a snippet of a lesson, without any test
    CALL = "call"  # one call with arguments of one's own
    REGRADE = "regrade"  # a copy of a submission for another version; once that is applied, the result it had before


SENT = (Kind.RUN, Kind.SUBMIT, Kind.CALL)  # what somebody sends from the editor


class State(StrEnum):
    QUEUED = "queued"
    CLAIMED = "claimed"
    DONE = "done"
    CANCELLED = "cancelled"  # by its owner, before there was a verdict


COUNTED = ("state", "verdict", "user_id", "created_at")
OVER = (State.DONE, State.CANCELLED)  # nobody will grade it any more


class Submission(Base):
    """One attempt: stored before it is graded, claimed with a lease, finished once."""

    __tablename__ = "submissions"
    __table_args__ = (
        Index(None, "state", "kind", "turn", "id"),  # the lines that workers take from, and the place in them
        Index(None, "state", "not_before"),  # what the sweep reads of the queue
        Index(None, "state", "lease_until"),  # what the sweep reads of dead workers
        Index(None, "user_id", "version_id", "kind"),
        # What insight counts: all that it reads of most rows, whose sources are long.
        Index("ix_submissions_counted", "version_id", "kind", *COUNTED, "results_of"),
        Index(None, "regrade_id", "state"),
        Index(None, "original_id"),
        Index(
            "ix_submissions_fingerprint",
            "version_id",
            "fingerprint",
            "kind",
            *COUNTED,
            sqlite_where=text("fingerprint IS NOT NULL"),
            postgresql_where=text("fingerprint IS NOT NULL"),
        ),
        Index(None, "finished_at"),  # verdict rates, and what is old
        CheckConstraint("(state = 'done') = (verdict IS NOT NULL)", name="verdict_when_done"),
        CheckConstraint("(state = 'done') = (finished_at IS NOT NULL)", name="finished_when_done"),
        CheckConstraint("(state = 'claimed') = (claimed_by IS NOT NULL)", name="owner_when_claimed"),
        CheckConstraint("(state = 'claimed') = (lease_until IS NOT NULL)", name="lease_when_claimed"),
        CheckConstraint("score >= 0", name="score_not_negative"),
        CheckConstraint("(kind = 'regrade') = (original_id IS NOT NULL)", name="original_of_regrade"),
        CheckConstraint("(kind = 'regrade') = (regrade_id IS NOT NULL)", name="regrade_of_regrade"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id"))
    kind: Mapped[Kind] = mapped_column(words(Kind, name="kind"))
    source: Mapped[bytes] = mapped_column(LargeBinary)  # exactly what was sent
    call_json: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))  # of kind call: an OwnCall
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    regrade_id: Mapped[int | None] = mapped_column(ForeignKey("regrades.id", ondelete="CASCADE"))
    original_id: Mapped[int | None] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    results_of: Mapped[int | None]  # whose tests and pitfalls it has since a regrade was applied; its own where None
    request_id: Mapped[str] = mapped_column(String(64), default="", server_default="")  # in every line of the log

    state: Mapped[State] = mapped_column(words(State, name="state"), default=State.QUEUED)
    attempt: Mapped[int] = mapped_column(default=0)  # fences a late worker: see services/grading.py
    claimed_by: Mapped[str | None] = mapped_column(String(200))
    lease_until: Mapped[datetime | None]
    turn: Mapped[int | None] = mapped_column(default=0, server_default="0")  # services/line.py; None: not in line
    not_before: Mapped[datetime] = mapped_column(default=utc_now)  # from when the sweep sends it again
    trouble: Mapped[int] = mapped_column(default=0)  # the engine's, since it last worked: sets the backoff
    faults: Mapped[int] = mapped_column(default=0)  # the checker's: a few make a system_error
    lapses: Mapped[int] = mapped_column(default=0)  # leases that ran out: so do many of these
    waiting_reason: Mapped[str] = mapped_column(AnyText, default="")  # for staff
    progress_json: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))  # only from a worker elsewhere

    verdict: Mapped[Verdict | None] = mapped_column(words(Verdict, name="verdict"))
    sentence: Mapped[str] = mapped_column(AnyText, default="")
    line: Mapped[int | None]
    score: Mapped[float] = mapped_column(default=0.0)
    max_score: Mapped[float] = mapped_column(default=0.0)
    naming: Mapped[Naming] = mapped_column(words(Naming, name="naming"), default=Naming.NONE)
    stdout: Mapped[str] = mapped_column(AnyText, default="")
    stderr: Mapped[str] = mapped_column(AnyText, default="")
    output_truncated: Mapped[bool] = mapped_column(default=False)
    answer_json: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # of kind call: a CallAnswer
    duration_ms: Mapped[float] = mapped_column(default=0.0)
    fingerprint: Mapped[str | None] = mapped_column(String(32))  # of answers that are wrong and have no name
    finished_at: Mapped[datetime | None]

    version: Mapped[ProblemVersion] = relationship()
    regrade: Mapped[Regrade | None] = relationship()
    # What grading wrote, under its own number; and what is read, which may have been written for its copy.
    own_tests: Mapped[list[StoredTest]] = relationship(order_by="StoredTest.ordinal", cascade="all, delete-orphan")
    own_pitfalls: Mapped[list[StoredPitfall]] = relationship(
        order_by="StoredPitfall.ordinal", cascade="all, delete-orphan"
    )
    tests: Mapped[list[StoredTest]] = relationship(
        primaryjoin="foreign(StoredTest.submission_id) == func.coalesce(Submission.results_of, Submission.id)",
        order_by="StoredTest.ordinal",
        viewonly=True,
    )
    pitfalls: Mapped[list[StoredPitfall]] = relationship(
        primaryjoin="foreign(StoredPitfall.submission_id) == func.coalesce(Submission.results_of, Submission.id)",
        order_by="StoredPitfall.ordinal",
        viewonly=True,
    )

    @hybrid_property
    def results_id(self) -> int:
        """The number under which its tests and pitfalls are stored."""
        return self.results_of or self.id

    @results_id.inplace.expression
    @classmethod
    def _results_id(cls) -> ColumnElement[int]:
        return func.coalesce(cls.results_of, cls.id)

    @property
    def problem_slug(self) -> str:
        return self.version.problem.slug

    @property
    def problem_title(self) -> str:
        return self.version.title

    @property
    def source_text(self) -> str:
        """The source to look at; bytes that are no text become replacement characters."""
        return self.source.decode("utf-8", "replace")

    def report(self) -> Report | None:
        """What grading gave, or None while it is not done."""
        if self.verdict is None:
            return None
        return Report(
            problem=self.problem_slug,
            version=self.version.digest,
            verdict=self.verdict,
            sentence=self.sentence,
            line=self.line,
            score=self.score,
            max_score=self.max_score,
            naming=self.naming,
            pitfalls=[stored.named() for stored in self.pitfalls],
            tests=[stored.result() for stored in self.tests],
            stdout=self.stdout,
            stderr=self.stderr,
            output_truncated=self.output_truncated,
            duration_ms=self.duration_ms,
            call=None if self.answer_json is None else msgspec.convert(self.answer_json, CallAnswer),
            fingerprint=self.fingerprint or "",
        )


class StoredTest(Base):
    __tablename__ = "test_results"

    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(AnyText)
    title: Mapped[str] = mapped_column(AnyText)
    visible: Mapped[bool]
    outcome: Mapped[Outcome] = mapped_column(words(Outcome, name="outcome"))
    points: Mapped[float]
    max_points: Mapped[float]
    duration_ms: Mapped[float]
    message: Mapped[str] = mapped_column(AnyText, default="")
    hint: Mapped[str] = mapped_column(AnyText, default="")
    line: Mapped[int | None]
    difference_json: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    def result(self) -> TestResult:
        difference = self.difference_json and msgspec.convert(self.difference_json, Difference)
        return TestResult(
            name=self.name,
            title=self.title,
            visible=self.visible,
            outcome=self.outcome,
            points=self.points,
            max_points=self.max_points,
            duration_ms=self.duration_ms,
            message=self.message,
            hint=self.hint,
            line=self.line,
            difference=difference or None,
        )


class StoredPitfall(Base):
    __tablename__ = "submission_pitfalls"
    __table_args__ = (Index(None, "name"),)

    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    title: Mapped[str] = mapped_column(AnyText)
    explain: Mapped[str] = mapped_column(AnyText)
    hint: Mapped[str] = mapped_column(AnyText)

    def named(self) -> NamedPitfall:
        return NamedPitfall(self.name, self.title, self.explain, self.hint)
