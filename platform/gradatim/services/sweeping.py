"""The sweep: finds what was queued and forgotten, and what was claimed by somebody who died.

The database is the truth and the queue holds only hints, so whatever the queue loses is found here. Several workers
may sweep at once: each row goes to one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session, load_only

from gradatim.db import Sessions, now_in
from gradatim.models import Kind, State, Submission
from gradatim.services import line
from gradatim.services.grading import system_error
from gradatim.services.reports import write

GRACE_SECONDS = 10.0  # how long a new submission's own message has
RESEND_SECONDS = 30.0  # at least, between two messages for one submission
LONGEST_WAIT_SECONDS = 300.0  # at most; what is due later than that was put off before the clock was set back
LONGEST_LEASE_SECONDS = 600.0
MAX_LAPSES = 8  # leases of one submission that ran out: something about it kills workers
BATCH = 500
LOOKED_AT = (Submission.kind, Submission.turn, Submission.created_at)


@dataclass(frozen=True)
class Waiting:
    """A submission that wants a message."""

    submission_id: int
    kind: Kind


def sweep(
    sessions: Sessions,
    *,
    everything: bool = False,
    lease_seconds: float = LONGEST_LEASE_SECONDS,
    now: datetime | None = None,
) -> list[Waiting]:
    """Put back what lapsed, and say which submissions to send to the queue, oldest first.

    With `everything` also those whose message was sent a moment ago: for a start with an empty queue.
    """
    with sessions.begin() as session:
        now = now or now_in(session)
        _cut_leases(session, now, lease_seconds)
        _put_back_lapsed(session, now)
        session.flush()
        return _due(session, now, everything=everything)


def put_back_claims_of(sessions: Sessions, is_dead: Callable[[str], bool]) -> int:
    """Put back what is claimed by workers known to be dead, without waiting for their leases; how many that were."""
    with sessions.begin() as session:
        claimed = select(Submission.claimed_by).where(Submission.state == State.CLAIMED).distinct()
        dead = [owner for owner in session.scalars(claimed) if owner is not None and is_dead(owner)]
        put_back = (
            update(Submission)
            .where(Submission.state == State.CLAIMED, Submission.claimed_by.in_(dead))
            .values(state=State.QUEUED, claimed_by=None, lease_until=None, not_before=now_in(session))
            .returning(Submission.id)
        )
        return len(session.scalars(put_back).all()) if dead else 0


def _cut_leases(session: Session, now: datetime, lease_seconds: float) -> None:
    """No lease is longer than a lease: one that is was given before the clock was set back. Who holds it and lives
    renews it; who is dead must not keep it for as long as the clock was wrong.
    """
    longer = (Submission.state == State.CLAIMED, Submission.lease_until > now + timedelta(seconds=2 * lease_seconds))
    session.execute(update(Submission).where(*longer).values(lease_until=now + timedelta(seconds=lease_seconds)))


def _put_back_lapsed(session: Session, now: datetime) -> None:
    lapsed = (
        select(Submission)
        .where(Submission.state == State.CLAIMED, Submission.lease_until < now)
        .with_for_update(skip_locked=True)
        .limit(BATCH)
    )
    for submission in session.scalars(lapsed):
        submission.lapses += 1
        submission.claimed_by = submission.lease_until = None
        if submission.lapses >= MAX_LAPSES:
            submission.waiting_reason = f"{submission.lapses} workers died or hung while they graded this"
            write(submission, report=system_error(submission))
            submission.state, submission.finished_at = State.DONE, now
        else:
            submission.state, submission.not_before = State.QUEUED, now


def _due(session: Session, now: datetime, *, everything: bool) -> list[Waiting]:
    queued = (
        select(Submission)
        .options(load_only(*LOOKED_AT))  # not the sources: there may be thousands
        .where(Submission.state == State.QUEUED)
        .order_by(Submission.kind == Kind.REGRADE, Submission.id)  # there may be thousands, and nobody waits for them
        .with_for_update(skip_locked=True)
    )
    if not everything:
        far = now + timedelta(seconds=LONGEST_WAIT_SECONDS)
        queued = queued.where(or_(Submission.not_before <= now, Submission.not_before > far)).limit(BATCH)
    found = []
    for submission in session.scalars(queued):
        # In a long queue messages are late, not lost: the longer it takes, the rarer another is sent.
        wait_seconds = max(RESEND_SECONDS, (now - submission.created_at).total_seconds())
        wait_seconds = min(wait_seconds, LONGEST_WAIT_SECONDS)
        submission.not_before = now + timedelta(seconds=wait_seconds)
        if submission.turn is None:  # it has waited long enough for a trouble of ours
            submission.turn = line.first_turn(session, submission.kind)
        found.append(Waiting(submission.id, submission.kind))
    return found
