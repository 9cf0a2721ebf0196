"""Which submissions are counted: those of one problem, perhaps of one version, perhaps of the last days.

Staff's own are left out: they try a problem, they do not learn from it. So is what ended in a fault of ours, and what
was no text that a grader could take.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from gradatim.db import utc_now
from gradatim.models import STAFF, Kind, ProblemVersion, Role, State, Submission
from gradatim.models.accounts import roles_users
from gradatim.services.regrades import access
from gradatim_runner.report import Verdict

WRONG = (Verdict.FAILED, Verdict.ERROR)  # there may be a mistake of thought, not only of time or space
UNCOUNTED = (Verdict.SYSTEM_ERROR, Verdict.REJECTED)


@dataclass(frozen=True)
class Window:
    """`version`: a digest, or "" for all; `days`: how far back, or 0 for all."""

    version: str = ""
    days: int = 0


@dataclass(frozen=True)
class Counted:
    """A window, looked up: the versions' numbers, and what holds of their rows."""

    slug: str
    title: str
    problem_id: int
    version_ids: Sequence[int]
    window: Window

    def submissions(self) -> tuple[ColumnElement[bool], ...]:
        """What holds of the submissions that count."""
        graded = (Submission.kind == Kind.SUBMIT, Submission.state == State.DONE)
        return (*self.sent(), *graded, Submission.verdict.not_in(UNCOUNTED))

    def sent(self) -> tuple[ColumnElement[bool], ...]:
        """What holds of everything that was sent, whatever its kind."""
        staff = select(roles_users.c.user_id).join(Role, Role.id == roles_users.c.role_id).where(Role.name.in_(STAFF))
        conditions: list[ColumnElement[bool]] = [
            Submission.version_id.in_(self.version_ids),
            Submission.user_id.not_in(staff),
        ]
        if self.window.days:
            conditions.append(Submission.created_at >= utc_now() - timedelta(days=self.window.days))
        return tuple(conditions)


def counted_in(session: Session, slug: str, window: Window, *, user_id: int) -> Counted:
    """Raises NoSuchProblem."""
    problem, current = access.problem_in(session, slug, user_id=user_id)
    versions = select(ProblemVersion.id).where(ProblemVersion.problem_id == problem.id)
    if window.version:
        versions = versions.where(ProblemVersion.digest == window.version)
    return Counted(slug, current.title, problem.id, session.scalars(versions).all(), window)
