"""Claims: who grades which submission, and whose verdict counts.

A claim is a compare-and-swap of the row from queued to claimed, with a lease and a growing attempt number. A verdict
is stored only while that number is still the claim's own, so a worker that was slow, frozen or thought dead cannot
make a second verdict. Nothing here holds a transaction while grading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import ColumnElement, Update, select, tuple_, update
from sqlalchemy.orm import Session

from gradatim.db import Sessions, now_in
from gradatim.models import Kind, State, Submission
from gradatim.services import line, reports
from gradatim.services.notices import Finished
from gradatim_grader.calls import OwnCall
from gradatim_runner.report import Report, Verdict

MAX_FAULTS = 3  # of ours with one submission: then it is a system_error
MAX_BACKOFF_SECONDS = 60.0
MAX_TROUBLES = 24 * 60  # of the engine with one submission, about a day of them: then it is one too
OURS = "Something went wrong on our side. This attempt does not count; staff have been told."


@dataclass(frozen=True)
class Claim:
    """The right to grade one submission, until the lease runs out."""

    submission_id: int
    attempt: int
    kind: Kind
    version_id: int
    source: bytes
    user_id: int
    created_at: datetime
    request_id: str
    call: OwnCall | None = None

    @property
    def number(self) -> int:
        return self.submission_id


def claim(
    sessions: Sessions,
    wanted: int | Kind,
    /,
    *,
    owner: str,
    lease_seconds: float,
    now: datetime | None = None,
) -> Claim | None:
    """Take whoever is next in the line of this kind, or a certain submission by its id.

    None where nobody stands there, or it is not queued: another has it, or it is done.
    """
    with sessions.begin() as session:
        submission_id = session.scalar(line.fairest(wanted)) if isinstance(wanted, Kind) else wanted
        until = (now or now_in(session)) + timedelta(seconds=lease_seconds)
        return None if submission_id is None else _claim(session, submission_id, owner, until)


def _claim(session: Session, submission_id: int, owner: str, until: datetime) -> Claim | None:
    taken = (
        update(Submission)
        .where(Submission.id == submission_id, Submission.state == State.QUEUED)
        .values(state=State.CLAIMED, attempt=Submission.attempt + 1, claimed_by=owner, lease_until=until)
        .returning(
            Submission.id,
            Submission.attempt,
            Submission.kind,
            Submission.version_id,
            Submission.source,
            Submission.user_id,
            Submission.created_at,
            Submission.request_id,
            Submission.call_json,
        )
    )
    row = session.execute(taken).one_or_none()
    if row is None:
        return None
    call = None if row.call_json is None else msgspec.convert(row.call_json, OwnCall)
    facts = (row.id, row.attempt, row.kind, row.version_id, row.source, row.user_id, row.created_at, row.request_id)
    return Claim(*facts, call)


def renew(
    sessions: Sessions, claims: Iterable[Claim], /, *, lease_seconds: float, now: datetime | None = None
) -> set[int]:
    """Prolong the leases; the ids of those that are still the claims' own."""
    keys = [(claim.submission_id, claim.attempt) for claim in claims]
    if not keys:
        return set()
    prolonged = (
        update(Submission)
        .where(Submission.state == State.CLAIMED, tuple_(Submission.id, Submission.attempt).in_(keys))
        .returning(Submission.id)
    )
    with sessions.begin() as session:
        until = (now or now_in(session)) + timedelta(seconds=lease_seconds)
        return set(session.scalars(prolonged.values(lease_until=until)))


def holds(sessions: Sessions, claim: Claim) -> bool:
    """Whether the claim is still the submission's: it may have been cancelled, or taken by another."""
    with sessions.read() as session:
        return session.scalar(select(Submission.id).where(*_is(claim))) is not None


def note_progress(sessions: Sessions, claim: Claim, *, finished: Sequence[Finished]) -> bool:
    """Write down which tests have ended, for streams in other processes. False where the claim no longer holds."""
    noted = update(Submission).where(*_is(claim)).values(progress_json=[[one.title, one.outcome] for one in finished])
    with sessions.begin() as session:
        return session.scalar(noted.returning(Submission.id)) is not None


def let_go(sessions: Sessions, claim: Claim) -> None:
    """Say that nobody works on the submission any more, where it was cancelled: its owner may send the next."""
    cancelled = update(Submission).where(Submission.id == claim.submission_id, Submission.state == State.CANCELLED)
    with sessions.begin() as session:
        session.execute(cancelled.values(not_before=now_in(session)))


def finish(sessions: Sessions, claim: Claim, *, report: Report) -> bool:
    """Store the verdict, once. False where the claim is no longer the submission's: then nothing is changed."""
    with sessions.begin() as session:
        submission = _own(session, claim)
        if submission is not None:
            _finish(submission, report, now=now_in(session))
        return submission is not None


def put_back(sessions: Sessions, claim: Claim, /) -> bool:
    """Give up the claim for somebody else to take at once, as a worker that shuts down does."""
    with sessions.begin() as session:
        return bool(
            session.scalars(_released(claim, until=now_in(session), in_line=True).returning(Submission.id)).all()
        )


def wait_for_engine(sessions: Sessions, claim: Claim, *, reason: str) -> bool:
    """Put the submission back because the engine is in trouble; it waits longer each time.

    After `MAX_TROUBLES` it is a system_error: its owner should not wait for what nobody mends.
    """
    with sessions.begin() as session:
        submission = _own(session, claim)
        if submission is None:
            return False
        submission.trouble += 1
        submission.waiting_reason = reason
        if submission.trouble >= MAX_TROUBLES:
            _finish(submission, system_error(submission), now=now_in(session))
            return True
        session.flush()
        session.execute(_released(claim, until=_later(session, times=submission.trouble)))
        return True


def count_fault(sessions: Sessions, claim: Claim, *, reason: str) -> bool:
    """Put the submission back because grading went wrong on our side; after `MAX_FAULTS` it is a system_error."""
    with sessions.begin() as session:
        submission = _own(session, claim)
        if submission is None:
            return False
        submission.faults += 1
        submission.waiting_reason = reason
        if submission.faults >= MAX_FAULTS:
            _finish(submission, system_error(submission), now=now_in(session))
            return True
        session.flush()
        session.execute(_released(claim, until=_later(session, times=submission.faults)))
        return True


def _later(session: Session, *, times: int) -> datetime:
    return now_in(session) + timedelta(seconds=backoff_seconds(times))


def backoff_seconds(times: int) -> float:
    return min(MAX_BACKOFF_SECONDS, 2.0 ** min(times, 10))


def system_error(submission: Submission) -> Report:
    return Report(
        problem=submission.problem_slug,
        version=submission.version.digest,
        verdict=Verdict.SYSTEM_ERROR,
        sentence=OURS,
    )


def _own(session: Session, claim: Claim) -> Submission | None:
    """The submission, locked, if the claim still holds."""
    found = session.get(Submission, claim.submission_id, with_for_update=True)
    if found is None or found.state != State.CLAIMED or found.attempt != claim.attempt:
        return None
    return found


def _is(claim: Claim) -> tuple[ColumnElement[bool], ...]:
    """What holds of the submission's row while the claim does."""
    return (
        Submission.id == claim.submission_id,
        Submission.attempt == claim.attempt,
        Submission.state == State.CLAIMED,
    )


def _finish(submission: Submission, report: Report, *, now: datetime) -> None:
    reports.write(submission, report=report)
    submission.state = State.DONE
    submission.claimed_by = submission.lease_until = submission.progress_json = None
    submission.finished_at = now
    if report.verdict != Verdict.SYSTEM_ERROR:
        submission.waiting_reason = ""  # else staff still want to know


def _released(claim: Claim, *, until: datetime, in_line: bool = False) -> Update:
    """Out of line where it has to wait, or whoever is next would be what cannot be graded just now."""
    return (
        update(Submission)
        .where(*_is(claim))
        .values(
            state=State.QUEUED,
            turn=Submission.turn if in_line else None,
            progress_json=None,
            claimed_by=None,
            lease_until=None,
            not_before=until,
        )
    )
