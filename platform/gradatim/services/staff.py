"""What staff want to see at a glance: who waits and why, and what went wrong on our side."""

from __future__ import annotations

from sqlalchemy import and_, select
from sqlalchemy.orm import joinedload

from gradatim.db import Sessions
from gradatim.models import OVER, Kind, ProblemVersion, Submission
from gradatim_runner.report import Verdict

MAX_LISTED = 100


def waiting(sessions: Sessions) -> list[Submission]:
    """Submissions without a verdict, oldest first; not those of a regrade, which has a page of its own."""
    return _listed(sessions, and_(Submission.state.not_in(OVER), Submission.kind != Kind.REGRADE), newest_first=False)


def failures(sessions: Sessions) -> list[Submission]:
    """Submissions that ended in a fault of ours, newest first."""
    return _listed(sessions, Submission.verdict == Verdict.SYSTEM_ERROR, newest_first=True)


def _listed(sessions: Sessions, which: object, *, newest_first: bool) -> list[Submission]:
    order = Submission.id.desc() if newest_first else Submission.id
    version = joinedload(Submission.version).joinedload(ProblemVersion.problem)
    with sessions.read() as session:
        query = select(Submission).where(which).order_by(order).options(version).limit(MAX_LISTED)  # type: ignore[arg-type]
        return list(session.scalars(query))
