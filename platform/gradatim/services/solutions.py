"""What there is to see once a problem is passed: the reference solution, where the problem allows it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.errors import NotFound
from gradatim.models import Kind, Problem, ProblemFile, ProblemVersion, Submission
from gradatim.services import visibility
from gradatim.services.accounts import Viewer
from gradatim_runner.report import Verdict


class NotYet(NotFound):
    """To whoever has not passed there is no solution, as there is none where a problem keeps it to itself."""

    public = "There is nothing here yet. What is here opens once you have passed the problem."


@dataclass(frozen=True)
class Solution:
    """`source` is the reference's, None where the problem does not show it."""

    title: str
    source: str | None


def has_passed(sessions: Sessions, user_id: int | None, *, slug: str) -> bool:
    """Whether the user has ever passed the problem, in whatever version."""
    if user_id is None:
        return False
    passed = select(Submission.id).join(Submission.version).join(ProblemVersion.problem)
    mine = (Problem.slug == slug, Submission.user_id == user_id, Submission.kind == Kind.SUBMIT)
    with sessions.read() as session:
        return session.scalar(passed.where(*mine, Submission.verdict == Verdict.PASSED).limit(1)) is not None


def solution_for(sessions: Sessions, viewer: Viewer, *, slug: str) -> Solution:
    """The current version's reference, for those who passed and for staff.

    Raises:
        NoSuchProblem: no published problem has this slug.
        NotYet: the viewer has not passed it.
    """
    with sessions.read() as session:
        version = visibility.current_version(session, slug, user_id=viewer.user_id)
        file = session.get_one(ProblemFile, (version.id, "solution.py"))
        shown = file.content.decode() if version.facts.show_solution or viewer.is_staff else None
    if not (viewer.is_staff or has_passed(sessions, viewer.user_id, slug=slug)):
        raise NotYet(f"{slug} is not passed by user {viewer.user_id}")
    return Solution(version.title, shown)
