"""Who sees a problem, and who may change it.

Listed problems stand in the list; unlisted ones are for whoever has the address; drafts are for their authors, to try
them as a student will. An archived problem is read as before, and takes no submissions.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from gradatim.errors import NoSuchProblem, Refused
from gradatim.models import Problem, ProblemVersion, RoleName, User, Visibility


class Archived(Refused):
    """Nothing is taken any more; everything can still be read."""

    code = "archived"
    public = "This problem is archived: it takes no new submissions. What you sent before can still be read."


def is_listed() -> ColumnElement[bool]:
    """What holds of the problems in the list."""
    return and_(Problem.visibility == Visibility.LISTED, Problem.archived_at.is_(None))


def may_edit(session: Session, user_id: int | None, *, owner_id: int | None) -> bool:
    """Whether a user may change what the owner made: the owner while an instructor, and admins.

    What nobody owns, as the problems that came from folders, all instructors may change.
    """
    user = None if user_id is None else session.get(User, user_id)
    if user is None or not user.active:
        return False
    roles = {role.name for role in user.roles}
    return RoleName.ADMIN in roles or (RoleName.INSTRUCTOR in roles and owner_id in (None, user_id))


def current_version(session: Session, slug: str, *, user_id: int | None) -> ProblemVersion:
    """The version that this user is to see, or a guest where the id is None; its problem is loaded too.

    Raises:
        NoSuchProblem: none is published under this slug, or it is not theirs to see.
    """
    current = select(ProblemVersion).join(Problem).where(Problem.slug == slug, ProblemVersion.current)
    found = session.scalar(current)
    if found is None:
        raise NoSuchProblem(slug)
    problem = found.problem
    if problem.visibility is Visibility.DRAFT and not may_edit(session, user_id, owner_id=problem.owner_id):
        raise NoSuchProblem(slug)
    return found


def check_open(problem: Problem) -> None:
    """Raises Archived."""
    if problem.archived_at is not None:
        raise Archived(f"{problem.slug} is archived")
