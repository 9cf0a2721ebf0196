"""Handing in: one attempt, stored before anything is promised to anybody."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, now_in
from gradatim.errors import NoSuchSubmission, TooManyPending
from gradatim.models import OVER, Kind, ProblemVersion, State, Submission, User
from gradatim.services import line, reports, visibility
from gradatim.services.sweeping import GRACE_SECONDS
from gradatim_grader.calls import OwnCall
from gradatim_grader.source import refusal
from gradatim_runner.report import Report, Verdict

MAX_PENDING = 1  # of a user, of each kind
STOP_SECONDS = 10.0  # in which a worker lets go of what was cancelled, or it counts no more
KEPT = {Kind.RUN: 20, Kind.CALL: 20, Kind.TRY: 5}  # of a user, for each problem; whatever is submitted is kept


def submit(
    sessions: Sessions,
    *,
    user_id: int,
    slug: str,
    source: bytes,
    kind: Kind = Kind.SUBMIT,
    call: OwnCall | None = None,
    request_id: str = "",
) -> Submission:
    """Store one attempt: queued, or done at once where the source is rejected. `call`: of kind CALL, what is asked.
    `request_id` will stand in the worker's log as it does in the web's.

    Raises:
        NoSuchProblem: no published problem has this slug, or it is not the user's to see.
        Archived: the problem takes no submissions any more.
        TooManyPending: the user's earlier attempts are still being graded.
    """
    with sessions.begin() as session:
        version = visibility.current_version(session, slug, user_id=user_id)
        visibility.check_open(version.problem)
        _lock_user(session, user_id)  # two clicks at once must not both pass the check below
        made = Submission(user_id=user_id, version=version, kind=kind, source=source, request_id=request_id)
        made.call_json = None if call is None else msgspec.to_builtins(call)
        reason = refusal(source)
        if reason is None:
            _check_pending(session, user_id, kind)
            made.turn = line.turn_for(session, user_id, kind)
            made.not_before = now_in(session) + timedelta(seconds=GRACE_SECONDS)
        else:
            _reject(session, made, reason)
        session.add(made)
        if kind in KEPT:
            session.flush()
            _prune(session, user_id, version.problem_id, kind)
    return made


def cancel(sessions: Sessions, submission_id: int, *, user_id: int) -> bool:
    """Let one of the user's own go ungraded. False where that is too late, or it was cancelled before.

    A worker that has begun finds its attempt number taken away. Until it has noticed, and at most `STOP_SECONDS`, the
    user's next one of the same kind is refused: cancelling must not buy anybody more workers than waiting does.

    Raises:
        NoSuchSubmission: there is none, or it is somebody else's.
    """
    with sessions.begin() as session:
        own = select(Submission).where(Submission.id == submission_id, Submission.user_id == user_id)
        own = own.where(Submission.kind != Kind.REGRADE)  # not theirs to stop
        found = session.scalar(own.with_for_update())
        if found is None:
            raise NoSuchSubmission(submission_id)
        if found.state in OVER:
            return False
        busy_seconds = STOP_SECONDS if found.state == State.CLAIMED else 0.0
        found.state, found.claimed_by, found.lease_until = State.CANCELLED, None, None
        found.not_before = now_in(session) + timedelta(seconds=busy_seconds)
        found.waiting_reason, found.progress_json = "", None
        return True


def _lock_user(session: Session, user_id: int) -> None:
    session.execute(select(User.id).where(User.id == user_id).with_for_update())


def _check_pending(session: Session, user_id: int, kind: Kind) -> None:
    now = now_in(session)
    letting_go = Submission.not_before.between(now, now + timedelta(seconds=STOP_SECONDS))  # later: the clock went back
    pending = session.scalar(
        select(func.count()).where(
            Submission.user_id == user_id,
            Submission.kind == kind,
            or_(
                Submission.state.not_in(OVER),
                and_(Submission.state == State.CANCELLED, letting_go),
            ),
        )
    )
    if pending and pending >= MAX_PENDING:
        raise TooManyPending(user_id=user_id, pending=pending)


def _reject(session: Session, submission: Submission, reason: str) -> None:
    version = submission.version
    report = Report(problem=version.problem.slug, version=version.digest, verdict=Verdict.REJECTED, sentence=reason)
    reports.write(submission, report=report)
    submission.state, submission.finished_at = State.DONE, now_in(session)


def _prune(session: Session, user_id: int, problem_id: int, kind: Kind) -> None:
    runs = (
        select(Submission.id)
        .join(ProblemVersion)
        .where(Submission.user_id == user_id, Submission.kind == kind, ProblemVersion.problem_id == problem_id)
    )
    old = session.scalars(runs.order_by(Submission.id.desc()).offset(KEPT[kind])).all()
    if old:
        session.execute(delete(Submission).where(Submission.id.in_(old), Submission.state.in_(OVER)))
