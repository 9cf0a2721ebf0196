"""Whose regrade it is: what every service of regrading begins with."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.errors import NoSuchProblem, NotFound
from gradatim.models import Problem, ProblemVersion, Regrade


class NoSuchRegrade(NotFound):
    public = "There is no such regrade."

    def __init__(self, regrade_id: int) -> None:
        super().__init__(f"no regrade {regrade_id}")


def problem_in(session: Session, slug: str, *, locked: bool = False) -> tuple[Problem, ProblemVersion]:
    """A published problem and its current version. Raises NoSuchProblem."""
    query = select(Problem).where(Problem.slug == slug)
    problem = session.scalar(query.with_for_update() if locked else query)
    if problem is None:
        raise NoSuchProblem(slug)
    current = select(ProblemVersion).where(ProblemVersion.problem_id == problem.id, ProblemVersion.current)
    version = session.scalar(current)
    if version is None:
        raise NoSuchProblem(slug)
    return problem, version


def regrade_in(session: Session, regrade_id: int, *, locked: bool = False) -> Regrade:
    """A regrade with its problem and version loaded. Raises NoSuchRegrade."""
    regrade = session.get(Regrade, regrade_id, with_for_update=locked or None)
    if regrade is None:
        raise NoSuchRegrade(regrade_id)
    regrade.problem, regrade.version  # noqa: B018 - loaded now, to be read after the session
    return regrade
