"""What staff see of submissions, and what they may do to those that are stuck or ended in a fault of ours."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, defer, joinedload

from gradatim.db import Sessions, now_in
from gradatim.errors import NoSuchSubmission, Refused
from gradatim.models import OVER, Kind, ProblemVersion, State, Submission
from gradatim.services import audit, line, reports
from gradatim_runner.report import Verdict

MAX_LISTED = 100


class NotOurs(Refused):
    code = "not_ours"
    public = "Only what ended in a fault of ours can be tried again."

    def __init__(self, submission_id: int) -> None:
        super().__init__(f"submission {submission_id} did not end in a fault of ours")


class IsOver(Refused):
    code = "is_over"
    public = "It is graded or cancelled already."

    def __init__(self, submission_id: int) -> None:
        super().__init__(f"submission {submission_id} is over")


def waiting(sessions: Sessions) -> list[Submission]:
    """Submissions without a verdict, oldest first; not those of a regrade, which has a page of its own."""
    return _listed(sessions, Submission.state.not_in(OVER), newest_first=False)


def failures(sessions: Sessions) -> list[Submission]:
    """Submissions that ended in a fault of ours, newest first; not those of a regrade."""
    return _listed(sessions, Submission.verdict == Verdict.SYSTEM_ERROR, newest_first=True)


def retry(sessions: Sessions, submission_id: int, *, actor_id: int) -> Submission:
    """Have a submission graded again that ended in a fault of ours: the same one, so it counts as no other attempt.

    Raises:
        NoSuchSubmission: there is none.
        NotOurs: it ended otherwise, or not yet.
    """
    with sessions.begin() as session:
        found = _locked(session, submission_id)
        if found.verdict != Verdict.SYSTEM_ERROR or found.kind == Kind.REGRADE:
            raise NotOurs(submission_id)
        reports.erase(found)
        found.finished_at = None
        found.trouble = found.faults = found.lapses = 0
        found.waiting_reason = ""
        _stand_in_line(session, found)
        audit.record(session, "submission.retry", subject=f"submission {submission_id}", actor_id=actor_id)
        return found


def requeue(sessions: Sessions, submission_id: int, *, actor_id: int) -> Submission:
    """Take a submission out of whatever hands hold it, and let the next worker have it at once.

    Raises:
        NoSuchSubmission: there is none.
        IsOver: nobody will grade it any more.
    """
    with sessions.begin() as session:
        found = _locked(session, submission_id)
        if found.state in OVER:
            raise IsOver(submission_id)
        holder = found.claimed_by or ""
        found.claimed_by = found.lease_until = found.progress_json = None
        _stand_in_line(session, found)
        subject = f"submission {submission_id}"
        audit.record(session, "submission.requeue", subject=subject, actor_id=actor_id, taken_from=holder)
        return found


def _stand_in_line(session: Session, submission: Submission) -> None:
    """At the front: whoever stands here has waited long enough."""
    submission.state, submission.not_before = State.QUEUED, now_in(session)
    submission.turn = line.first_turn(session, submission.kind)


def _locked(session: Session, submission_id: int) -> Submission:
    found = session.get(Submission, submission_id, with_for_update=True)
    if found is None:
        raise NoSuchSubmission(submission_id)
    return found


def _listed(sessions: Sessions, which: ColumnElement[bool], *, newest_first: bool) -> list[Submission]:
    order = Submission.id.desc() if newest_first else Submission.id
    version = joinedload(Submission.version).joinedload(ProblemVersion.problem)
    with sessions.read() as session:
        query = (
            select(Submission)
            .where(which, Submission.kind != Kind.REGRADE)
            .order_by(order)
            .options(version, defer(Submission.source))
        )
        return list(session.scalars(query.limit(MAX_LISTED)))
