"""Claims of checks: who runs which, and whose report counts. As `services.grading` has it of submissions.

A check is claimed together with the files that it is of. Its report is stored only while the claim's attempt number is
still the check's own, so a worker that was slow or thought dead stores nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import ColumnElement, Update, tuple_, update
from sqlalchemy.orm import Session

from gradatim.db import Sessions, now_in
from gradatim.models import DraftCheck, ProblemDraft, State
from gradatim.services.authoring import access
from gradatim.services.grading import MAX_FAULTS, backoff_seconds
from gradatim.services.publishing import Prepared
from gradatim_grader.check import CheckReport
from gradatim_grader.check.report import CheckProgress
from gradatim_grader.problem import Problem, digest_of, from_files

OURS = "Something went wrong on our side. It has been noted; please check again."


@dataclass(frozen=True)
class CheckClaim:
    """The right to check one draft, as it was then, until the lease runs out."""

    draft_id: int
    attempt: int
    slug: str
    digest: str
    files: Mapping[str, bytes] = field(hash=False, compare=False)

    @property
    def number(self) -> int:
        return self.draft_id

    def problem(self) -> Problem:
        """What is to be checked. Raises ProblemError."""
        return from_files(self.slug, self.files)


def claim(sessions: Sessions, draft_id: int, /, *, owner: str, lease_seconds: float) -> CheckClaim | None:
    """Take a queued check with the files as they are now, or None where it is not queued any more."""
    with sessions.begin() as session:
        draft = session.get(ProblemDraft, draft_id, with_for_update=True)
        check = session.get(DraftCheck, draft_id, with_for_update=True)
        if draft is None or check is None or check.state is not State.QUEUED:
            return None
        files = access.files_in(session, draft_id)
        check.state, check.claimed_by = State.CLAIMED, owner
        check.lease_until = now_in(session) + timedelta(seconds=lease_seconds)
        check.attempt += 1
        check.digest = digest_of(files)
        return CheckClaim(draft_id, check.attempt, draft.slug, check.digest, files)


def renew(sessions: Sessions, claims: Iterable[CheckClaim], /, *, lease_seconds: float) -> set[int]:
    """Prolong the leases; the drafts whose claims still hold."""
    keys = [(claim.draft_id, claim.attempt) for claim in claims]
    if not keys:
        return set()
    prolonged = (
        update(DraftCheck)
        .where(DraftCheck.state == State.CLAIMED, tuple_(DraftCheck.draft_id, DraftCheck.attempt).in_(keys))
        .returning(DraftCheck.draft_id)
    )
    with sessions.begin() as session:
        until = now_in(session) + timedelta(seconds=lease_seconds)
        return set(session.scalars(prolonged.values(lease_until=until)))


def note_progress(sessions: Sessions, claim: CheckClaim, now: CheckProgress) -> bool:
    """Write down how far it is. False where the claim no longer holds: it was cancelled, or is another's."""
    noted = update(DraftCheck).where(*_is(claim)).values(progress_json=msgspec.to_builtins(now))
    with sessions.begin() as session:
        return session.scalar(noted.returning(DraftCheck.draft_id)) is not None


def finish(sessions: Sessions, claim: CheckClaim, report: CheckReport, prepared: Prepared | None) -> bool:
    """Store what came out; `prepared` where nothing is at fault. False where the claim no longer holds."""
    with sessions.begin() as session:
        check = _own(session, claim)
        if check is not None:
            store(check, report, prepared, now=now_in(session))
        return check is not None


def store(check: DraftCheck, report: CheckReport, prepared: Prepared | None, *, now: datetime) -> None:
    """End a check with a report."""
    check.report_json = msgspec.to_builtins(report)
    check.proven = report.proven and prepared is not None
    check.prepared = msgspec.msgpack.encode(prepared) if check.proven else None
    check.failure = check.waiting_reason = ""
    end(check, State.DONE, now=now)


def put_back(sessions: Sessions, claim: CheckClaim, /) -> bool:
    """Give up the claim for somebody else to take at once."""
    with sessions.begin() as session:
        return bool(session.scalars(_released(claim, until=now_in(session))).all())


def wait_for_engine(sessions: Sessions, claim: CheckClaim, *, reason: str) -> bool:
    """Put it back because the engine is in trouble; it waits longer each time, without end."""
    with sessions.begin() as session:
        check = _own(session, claim)
        if check is None:
            return False
        check.trouble += 1
        check.waiting_reason = reason
        session.flush()
        session.execute(_released(claim, until=_later(session, times=check.trouble)))
        return True


def count_fault(sessions: Sessions, claim: CheckClaim, *, reason: str) -> bool:
    """Put it back because checking went wrong on our side; after `MAX_FAULTS` it has failed."""
    with sessions.begin() as session:
        check = _own(session, claim)
        if check is None:
            return False
        blame(check, reason, now=now_in(session))
        if check.faults < MAX_FAULTS:
            session.flush()
            session.execute(_released(claim, until=_later(session, times=check.faults)))
        return True


def blame(check: DraftCheck, reason: str, *, now: datetime) -> None:
    """Count a fault of ours; too many end the check."""
    check.faults += 1
    check.waiting_reason = reason
    if check.faults >= MAX_FAULTS:
        check.failure, check.report_json = OURS, None
        end(check, State.DONE, now=now)


def end(check: DraftCheck, state: State, *, now: datetime) -> None:
    """Leave a check to nobody: queued again, done or cancelled."""
    check.state, check.claimed_by, check.lease_until, check.progress_json = state, None, None, None
    check.finished_at = now if state is State.DONE else None


def _own(session: Session, claim: CheckClaim) -> DraftCheck | None:
    check = session.get(DraftCheck, claim.draft_id, with_for_update=True)
    if check is None or check.state is not State.CLAIMED or check.attempt != claim.attempt:
        return None
    return check


def _is(claim: CheckClaim) -> tuple[ColumnElement[bool], ...]:
    return (
        DraftCheck.draft_id == claim.draft_id,
        DraftCheck.attempt == claim.attempt,
        DraftCheck.state == State.CLAIMED,
    )


def _later(session: Session, *, times: int) -> datetime:
    return now_in(session) + timedelta(seconds=backoff_seconds(times))


def _released(claim: CheckClaim, *, until: datetime) -> Update:
    return (
        update(DraftCheck)
        .where(*_is(claim))
        .values(state=State.QUEUED, claimed_by=None, lease_until=None, progress_json=None, not_before=until)
        .returning(DraftCheck.draft_id)
    )
