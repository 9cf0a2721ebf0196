"""Whose problem and regrade it is: what every service of regrading and of insight begins with."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.errors import NoSuchProblem, NotFound
from gradatim.models import Problem, ProblemVersion, Regrade
from gradatim.services import visibility


class NoSuchRegrade(NotFound):
    public = "There is no such regrade."

    def __init__(self, regrade_id: int) -> None:
        super().__init__(f"no regrade {regrade_id} for this viewer")


def problem_in(
    session: Session, slug: str, *, user_id: int | None, locked: bool = False
) -> tuple[Problem, ProblemVersion]:
    """A published problem that this user may edit, and its current version.

    Raises:
        NoSuchProblem: there is none, or it is not theirs.
    """
    query = select(Problem).where(Problem.slug == slug)
    problem = session.scalar(query.with_for_update() if locked else query)
    if problem is None or not visibility.may_edit(session, user_id, owner_id=problem.owner_id):
        raise NoSuchProblem(slug)
    current = select(ProblemVersion).where(ProblemVersion.problem_id == problem.id, ProblemVersion.current)
    version = session.scalar(current)
    if version is None:
        raise NoSuchProblem(slug)
    return problem, version


def regrade_in(session: Session, regrade_id: int, *, user_id: int | None, locked: bool = False) -> Regrade:
    """A regrade of a problem that this user may edit, its problem and version loaded.

    Raises:
        NoSuchRegrade: there is none, or it is not theirs.
    """
    regrade = session.get(Regrade, regrade_id, with_for_update=locked or None)
    if regrade is None or not visibility.may_edit(session, user_id, owner_id=regrade.problem.owner_id):
        raise NoSuchRegrade(regrade_id)
    regrade.version  # noqa: B018 - loaded now, to be read after the session
    return regrade
