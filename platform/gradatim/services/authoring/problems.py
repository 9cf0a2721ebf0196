"""Published problems as their authors see them: who sees them, archived or not, and carried away as a zip."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, now_in
from gradatim.errors import NoSuchProblem
from gradatim.models import Kind, Problem, ProblemDraft, ProblemVersion, Submission, User, Visibility
from gradatim.services import audit, publishing, visibility
from gradatim_grader.problem import Problem as GradedProblem


@dataclass(frozen=True)
class OwnProblem:
    """A published problem for those who may change it. `draft_id`: of the draft that somebody is writing on."""

    slug: str
    title: str
    owner: str
    visibility: Visibility
    archived_at: datetime | None
    digest: str
    published_at: datetime
    versions: int
    submissions: int
    draft_id: int | None


def problems_of(sessions: Sessions, user_id: int) -> list[OwnProblem]:
    """All that this user may change, by title; what is archived last."""
    with sessions.read() as session:
        versions = session.scalars(select(ProblemVersion).where(ProblemVersion.current)).all()
        mine = [
            _own(session, version)
            for version in versions
            if visibility.may_edit(session, user_id, owner_id=version.problem.owner_id)
        ]
    return sorted(mine, key=lambda one: (one.archived_at is not None, one.title.casefold()))


def problem_of(sessions: Sessions, slug: str, *, user_id: int) -> OwnProblem:
    """Raises NoSuchProblem where there is none, or it is not the user's to change."""
    with sessions.read() as session:
        return _own(session, _current(session, slug, user_id))


def content_of(sessions: Sessions, slug: str, *, user_id: int) -> GradedProblem:
    """The current version with its files. Raises NoSuchProblem."""
    with sessions.read() as session:
        return publishing.graded(_current(session, slug, user_id))


def show(sessions: Sessions, slug: str, to: Visibility, *, user_id: int) -> None:
    """Say who sees the problem. Raises NoSuchProblem."""
    with sessions.begin() as session:
        problem = _current(session, slug, user_id).problem
        if problem.visibility is not to:
            audit.record(
                session,
                "problem.show",
                subject=f"problem {slug}",
                actor_id=user_id,
                before=problem.visibility.value,
                to=to.value,
            )
            problem.visibility = to


def archive(sessions: Sessions, slug: str, *, user_id: int, archived: bool) -> None:
    """Take it out of the list and take no submissions any more, or the other way round. Raises NoSuchProblem."""
    with sessions.begin() as session:
        problem = _current(session, slug, user_id).problem
        if (problem.archived_at is not None) != archived:
            action = "problem.archive" if archived else "problem.unarchive"
            audit.record(session, action, subject=f"problem {slug}", actor_id=user_id)
            problem.archived_at = now_in(session) if archived else None


def _current(session: Session, slug: str, user_id: int) -> ProblemVersion:
    found = session.scalar(select(ProblemVersion).join(Problem).where(Problem.slug == slug, ProblemVersion.current))
    if found is None or not visibility.may_edit(session, user_id, owner_id=found.problem.owner_id):
        raise NoSuchProblem(slug)
    return found


def _own(session: Session, version: ProblemVersion) -> OwnProblem:
    problem = version.problem
    owner = None if problem.owner_id is None else session.get(User, problem.owner_id)
    versions = select(func.count()).where(ProblemVersion.problem_id == problem.id)
    sent = select(func.count()).select_from(Submission).join(Submission.version)
    sent = sent.where(ProblemVersion.problem_id == problem.id, Submission.kind == Kind.SUBMIT)
    return OwnProblem(
        slug=problem.slug,
        title=version.title,
        owner=(owner and owner.email) or "",
        visibility=problem.visibility,
        archived_at=problem.archived_at,
        digest=version.digest,
        published_at=version.published_at,
        versions=session.scalar(versions) or 0,
        submissions=session.scalar(sent) or 0,
        draft_id=session.scalar(select(ProblemDraft.id).where(ProblemDraft.slug == problem.slug)),
    )
