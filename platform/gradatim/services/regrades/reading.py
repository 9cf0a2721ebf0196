"""Reading regrades: how far one is and what it would change, and what there is to choose from for the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from gradatim.db import Sessions
from gradatim.models import OVER, ProblemVersion, Regrade, RegradeState, Submission, User
from gradatim.services.regrades import access, comparing
from gradatim.services.regrades.beginning import finished
from gradatim.services.regrades.comparing import Change, Compared, Tally

MAX_LISTED = 100
PAGE = 50


@dataclass(frozen=True)
class Progress:
    """How far a regrade is. `counts`: of those that are graded, how many go up, down, or stay."""

    done: int
    total: int
    counts: dict[Change, int]
    is_open: bool

    @property
    def is_ready(self) -> bool:
        """Whether everything is graded, and somebody may decide."""
        return self.is_open and self.done == self.total


@dataclass(frozen=True)
class Shown:
    """A regrade as its page shows it: one page of the submissions with one kind of change, and all tests that moved."""

    regrade: Regrade
    progress: Progress
    change: Change
    rows: list[Compared]
    has_more: bool
    tallies: list[Tally] = field(default_factory=list)


@dataclass(frozen=True)
class VersionChoice:
    """A version of a problem, and how many finished submissions it graded."""

    digest: str
    published_at: datetime
    current: bool
    submissions: int


@dataclass(frozen=True)
class Choice:
    """What there is to regrade: by version, and one page of the submissions themselves, newest first."""

    title: str
    regrades: list[Regrade]
    versions: list[VersionChoice]
    submissions: list[tuple[Submission, str]]
    has_more: bool


def progress_of(sessions: Sessions, regrade_id: int, *, user_id: int) -> Progress:
    """Raises NoSuchRegrade."""
    with sessions.read() as session:
        regrade = access.regrade_in(session, regrade_id, user_id=user_id)
        counts = comparing.counts_of(session, regrade)
        if regrade.state is not RegradeState.OPEN:
            return Progress(regrade.total, regrade.total, counts, is_open=False)
        over = select(func.count()).where(Submission.regrade_id == regrade_id, Submission.state.in_(OVER))
        all_of_them = select(func.count()).where(Submission.regrade_id == regrade_id)  # somebody may have gone
        return Progress(session.scalar(over) or 0, session.scalar(all_of_them) or 0, counts, is_open=True)


def shown(sessions: Sessions, regrade_id: int, *, user_id: int, change: Change | None = None, page: int = 1) -> Shown:
    """Raises NoSuchRegrade. `change`: None for the first kind that there is any of."""
    progress = progress_of(sessions, regrade_id, user_id=user_id)
    if change is None:
        order = (Change.UP, Change.DOWN, Change.OURS, Change.SAME)
        change = next((one for one in order if progress.counts[one]), Change.SAME)
    with sessions.read() as session:
        regrade = access.regrade_in(session, regrade_id, user_id=user_id)
        rows, has_more = comparing.compared(session, regrade, change=change, page=page)
        ready = progress.is_ready or not progress.is_open
        tallies = comparing.tallies(session, regrade) if ready else []
        return Shown(regrade, progress, change, rows, has_more, tallies)


def choice_for(sessions: Sessions, slug: str, *, user_id: int, page: int = 1) -> Choice:
    """Raises NoSuchProblem."""
    with sessions.read() as session:
        problem, current = access.problem_in(session, slug, user_id=user_id)
        regrades = select(Regrade).where(Regrade.problem_id == problem.id).options(joinedload(Regrade.version))
        graded = (
            select(Submission.version_id, func.count().label("count"))
            .join(Submission.version)
            .where(finished(), ProblemVersion.problem_id == problem.id)
            .group_by(Submission.version_id)
            .subquery()
        )
        versions = (
            select(ProblemVersion.digest, ProblemVersion.published_at, ProblemVersion.current, graded.c.count)
            .join(graded, graded.c.version_id == ProblemVersion.id)
            .order_by(ProblemVersion.published_at.desc())
        )
        rows = (
            select(Submission, User.email)
            .join(Submission.version)
            .join(User, User.id == Submission.user_id)
            .where(finished(), ProblemVersion.problem_id == problem.id)
            .options(joinedload(Submission.version))
            .order_by(Submission.id.desc())
            .offset(PAGE * (page - 1))
            .limit(PAGE + 1)
        )
        found = [(one, email or f"guest {one.user_id}") for one, email in session.execute(rows)]
        return Choice(
            current.title,
            list(session.scalars(regrades.order_by(Regrade.id.desc()).limit(MAX_LISTED))),
            [VersionChoice(*row) for row in session.execute(versions)],
            found[:PAGE],
            len(found) > PAGE,
        )


def results_before(sessions: Sessions, submission_id: int) -> list[Submission]:
    """What a submission's result was before each regrade that was applied, the latest first."""
    query = select(Submission).join(Submission.regrade)
    query = query.where(Submission.original_id == submission_id, Regrade.state == RegradeState.APPLIED)
    query = query.options(joinedload(Submission.version), joinedload(Submission.regrade).joinedload(Regrade.version))
    with sessions.read() as session:
        return list(session.scalars(query.order_by(Submission.id.desc())))
