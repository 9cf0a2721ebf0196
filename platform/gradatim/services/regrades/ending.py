"""Ending a regrade: it is applied or thrown away as a whole, in one transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, select, union_all, update
from sqlalchemy.orm import Session, aliased

from gradatim.db import Sessions, utc_now
from gradatim.errors import Refused
from gradatim.models import OVER, Regrade, RegradeState, Submission
from gradatim.services import audit
from gradatim.services.regrades import access, comparing
from gradatim.services.regrades.comparing import Change
from gradatim_runner.report import Verdict

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
        _swap(session, regrade_id)
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


def _swap(session: Session, regrade_id: int) -> None:
    """Each original gets its copy's result, and each copy its original's, in one statement. Their many rows of tests
    stay where they are: who has which is swapped too. So it is short: on SQLite nobody else writes meanwhile.
    """
    copy, original = aliased(Submission), aliased(Submission)
    new = [original.id, original.created_at, copy.results_id.label("results_of"), *_result_of(copy)]
    old = [copy.id, original.created_at, original.results_id.label("results_of"), *_result_of(original)]
    pairs = [
        select(*columns).join_from(copy, original, original.id == copy.original_id).where(copy.regrade_id == regrade_id)
        for columns in (new, old)
    ]
    given = union_all(*pairs).subquery()
    values = {name: given.c[name] for name in (*RESULT, "created_at", "results_of")}
    swap = update(Submission).where(Submission.id == given.c.id).values(values)
    session.execute(swap.execution_options(synchronize_session=False))


def _result_of(one: type[Submission]) -> list[Any]:
    return [getattr(one, name) for name in RESULT]
