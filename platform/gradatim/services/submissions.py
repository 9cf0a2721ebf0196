"""Handing in: one attempt, stored before anything is promised to anybody."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, utc_now
from gradatim.errors import NoSuchProblem, TooManyPending
from gradatim.models import Kind, Problem, ProblemVersion, State, Submission, User
from gradatim.services import reports
from gradatim.services.sweeping import GRACE_SECONDS
from gradatim_grader.source import refusal
from gradatim_runner.report import Report, Verdict

MAX_PENDING = 1  # of a user, of each kind
KEPT = {Kind.RUN: 20, Kind.TRY: 5}  # of a user, for each problem; whatever is submitted is kept


def submit(sessions: Sessions, *, user_id: int, slug: str, source: bytes, kind: Kind = Kind.SUBMIT) -> Submission:
    """Store one attempt: queued, or done at once where the source is rejected.

    Raises:
        NoSuchProblem: no published problem has this slug.
        TooManyPending: the user's earlier attempts are still being graded.
    """
    with sessions.begin() as session:
        version = _published(session, slug)
        _lock_user(session, user_id)  # two clicks at once must not both pass the check below
        made = Submission(user_id=user_id, version=version, kind=kind, source=source)
        reason = refusal(source)
        if reason is None:
            _check_pending(session, user_id, kind)
            made.not_before = utc_now() + timedelta(seconds=GRACE_SECONDS)
        else:
            _reject(made, reason)
        session.add(made)
        if kind in KEPT:
            session.flush()
            _prune(session, user_id, version.problem_id, kind)
    return made


def _published(session: Session, slug: str) -> ProblemVersion:
    current = select(ProblemVersion).join(Problem).where(Problem.slug == slug, ProblemVersion.current)
    found = session.scalar(current)
    if found is None:
        raise NoSuchProblem(slug)
    found.problem  # noqa: B018 - loaded now: whoever gets the submission may ask for its slug
    return found


def _lock_user(session: Session, user_id: int) -> None:
    session.execute(select(User.id).where(User.id == user_id).with_for_update())


def _check_pending(session: Session, user_id: int, kind: Kind) -> None:
    pending = session.scalar(
        select(func.count()).where(
            Submission.user_id == user_id, Submission.kind == kind, Submission.state != State.DONE
        )
    )
    if pending and pending >= MAX_PENDING:
        raise TooManyPending(user_id=user_id, pending=pending)


def _reject(submission: Submission, reason: str) -> None:
    version = submission.version
    report = Report(problem=version.problem.slug, version=version.digest, verdict=Verdict.REJECTED, sentence=reason)
    reports.write(submission, report=report)
    submission.state, submission.finished_at = State.DONE, utc_now()


def _prune(session: Session, user_id: int, problem_id: int, kind: Kind) -> None:
    runs = (
        select(Submission.id)
        .join(ProblemVersion)
        .where(Submission.user_id == user_id, Submission.kind == kind, ProblemVersion.problem_id == problem_id)
    )
    old = session.scalars(runs.order_by(Submission.id.desc()).offset(KEPT[kind])).all()
    if old:
        session.execute(delete(Submission).where(Submission.id.in_(old), Submission.state == State.DONE))
