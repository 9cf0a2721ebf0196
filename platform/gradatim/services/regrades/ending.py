"""Ending a regrade: it is applied or thrown away as a whole, in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from gradatim.db import Sessions, utc_now
from gradatim.errors import Refused
from gradatim.models import OVER, Regrade, RegradeState, StoredPitfall, StoredTest, Submission
from gradatim.services import audit
from gradatim.services.regrades import access, comparing
from gradatim.services.regrades.comparing import Change
from gradatim_runner.report import Verdict

BATCH = 500
ASIDE = 1_000_000  # added to the ordinals of rows on their way, so that nobody stands in their place
# All that a result is made of. `created_at` is taken over as well, so that the old result keeps its day.
RESULT = (
    "version_id",
    "verdict",
    "sentence",
    "line",
    "score",
    "max_score",
    "naming",
    "stdout",
    "stderr",
    "output_truncated",
    "answer_json",
    "duration_ms",
    "fingerprint",
    "finished_at",
)


class RegradeNotReady(Refused):
    code = "regrade_not_ready"
    public = "Not everything is graded yet. Wait, or throw the regrade away."


class RegradeIsOver(Refused):
    code = "regrade_over"
    public = "This regrade was applied or thrown away before."


def apply(sessions: Sessions, regrade_id: int, *, actor_id: int) -> Regrade:
    """Give every submission its new result and version; the copy keeps the result of before, to be read.

    Where grading failed by a fault of ours, the old result stays. What was sent since is not touched.

    Raises:
        NoSuchRegrade, RegradeIsOver, RegradeNotReady
    """
    with sessions.begin() as session:
        regrade = _open_one(session, regrade_id, actor_id)
        waiting = select(func.count()).where(Submission.regrade_id == regrade_id, Submission.state.not_in(OVER))
        if session.scalar(waiting):
            raise RegradeNotReady(f"regrade {regrade_id} is not done")
        _count(session, regrade)
        faulty = delete(Submission).where(
            Submission.regrade_id == regrade_id, Submission.verdict == Verdict.SYSTEM_ERROR
        )
        session.execute(faulty.execution_options(synchronize_session=False))
        for table in (StoredTest, StoredPitfall):
            _swap_rows(session, regrade_id, table)
        for both in _swapped(session, regrade_id):
            session.execute(update(Submission), both)
        _end(session, regrade, RegradeState.APPLIED, actor_id)
        return regrade


def throw_away(sessions: Sessions, regrade_id: int, *, actor_id: int) -> Regrade:
    """Delete every new result, graded or not. A worker that is grading one finds that nobody wants it.

    Raises:
        NoSuchRegrade, RegradeIsOver
    """
    with sessions.begin() as session:
        regrade = _open_one(session, regrade_id, actor_id)
        _count(session, regrade)
        copies = delete(Submission).where(Submission.regrade_id == regrade_id)
        session.execute(copies.execution_options(synchronize_session=False))
        _end(session, regrade, RegradeState.THROWN_AWAY, actor_id)
        return regrade


def _open_one(session: Session, regrade_id: int, actor_id: int) -> Regrade:
    regrade = access.regrade_in(session, regrade_id, user_id=actor_id, locked=True)
    if regrade.state is not RegradeState.OPEN:
        raise RegradeIsOver(f"regrade {regrade_id} is {regrade.state}")
    return regrade


def _count(session: Session, regrade: Regrade) -> None:
    counts = comparing.counts_of(session, regrade)
    regrade.raised, regrade.lowered = counts[Change.UP], counts[Change.DOWN]
    regrade.kept, regrade.failed = counts[Change.SAME], counts[Change.OURS]


def _end(session: Session, regrade: Regrade, state: RegradeState, actor_id: int) -> None:
    regrade.state, regrade.ended_at, regrade.ended_by = state, utc_now(), actor_id
    audit.record(
        session,
        "regrade.apply" if state is RegradeState.APPLIED else "regrade.throw_away",
        subject=f"problem {regrade.problem.slug}",
        actor_id=actor_id,
        regrade=regrade.id,
        digest=regrade.version.digest,
        raised=regrade.raised,
        lowered=regrade.lowered,
        kept=regrade.kept,
        failed=regrade.failed,
    )


def _swap_rows(session: Session, regrade_id: int, table: type[StoredTest] | type[StoredPitfall]) -> None:
    """Let the rows of copies and of originals change owners: the copies' go over first, past those still there."""
    copies = select(Submission.id).where(Submission.regrade_id == regrade_id)
    originals = select(Submission.original_id).where(Submission.regrade_id == regrade_id)
    original_of = select(Submission.original_id).where(Submission.id == table.submission_id).scalar_subquery()
    copy_of = (
        select(Submission.id)
        .where(Submission.regrade_id == regrade_id, Submission.original_id == table.submission_id)
        .scalar_subquery()
    )
    steps = (
        update(table)
        .where(table.submission_id.in_(copies))
        .values(submission_id=original_of, ordinal=table.ordinal + ASIDE),
        update(table).where(table.submission_id.in_(originals), table.ordinal < ASIDE).values(submission_id=copy_of),
        update(table)
        .where(table.submission_id.in_(originals), table.ordinal >= ASIDE)
        .values(ordinal=table.ordinal - ASIDE),
    )
    for step in steps:
        session.execute(step.execution_options(synchronize_session=False))


def _swapped(session: Session, regrade_id: int) -> Iterator[list[dict[str, Any]]]:
    """Batches of rows to write: each original with its copy's result, each copy with its original's."""
    after = 0
    while True:
        copies = select(Submission.id, Submission.original_id, *_result_of(Submission))
        copies = copies.where(Submission.regrade_id == regrade_id, Submission.id > after).order_by(Submission.id)
        new = session.execute(copies.limit(BATCH)).mappings().all()
        if not new:
            return
        ids = [row["original_id"] for row in new]
        originals = select(Submission.id, Submission.created_at, *_result_of(Submission)).where(Submission.id.in_(ids))
        old = {row["id"]: row for row in session.execute(originals).mappings()}
        both: list[dict[str, Any]] = []
        both += [{name: row[name] for name in RESULT} | {"id": row["original_id"]} for row in new]
        yield both
        yield [dict(old[row["original_id"]]) | {"id": row["id"]} for row in new]
        after = new[-1]["id"]


def _result_of(one: type[Submission]) -> list[Any]:
    return [getattr(one, name) for name in RESULT]
