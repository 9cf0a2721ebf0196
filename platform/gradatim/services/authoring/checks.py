"""Checks as authors see them: asked for, called off, followed and read; and the sweep that finds forgotten ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec
from sqlalchemy import func, or_, select

from gradatim.db import Sessions, now_in
from gradatim.models import OVER, DraftCheck, State
from gradatim.services.authoring import access, claims
from gradatim.services.sweeping import (
    GRACE_SECONDS,
    LONGEST_LEASE_SECONDS,
    LONGEST_WAIT_SECONDS,
    RESEND_SECONDS,
)
from gradatim_grader.check import CheckProgress, CheckReport, Fault
from gradatim_grader.errors import ProblemError

Read = TypeVar("Read")

LAPSED = "a worker died while it checked this"


@dataclass(frozen=True)
class CheckStanding:
    """Where a check is. `current`: it is of what the draft holds now. `position`: its place among those that wait."""

    state: State
    digest: str
    current: bool
    proven: bool
    requested_at: datetime
    position: int | None = None
    waiting: bool = False
    progress: CheckProgress | None = None
    report: CheckReport | None = None
    failure: str = ""

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def plain_report(self) -> Any:
        return msgspec.to_builtins(self.report)

    @property
    def shown(self) -> str:
        return "waiting" if self.waiting else self.state.value


def request(sessions: Sessions, draft_id: int, *, user_id: int) -> bool:
    """Ask for a check of the draft as it is; whether a worker is needed: what cannot even be read is said at once.

    A check that waits or runs already is left alone if it is of this content, else it begins anew.

    Raises:
        NoSuchDraft: there is none, or it is not the user's.
    """
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        digest = access.digest_in(session, draft_id)
        check = session.get(DraftCheck, draft_id, with_for_update=True)
        if check is None:
            check = DraftCheck(draft_id=draft_id, attempt=0)
            session.add(check)
        elif check.state is State.CLAIMED and check.digest == digest:
            return False
        now = now_in(session)
        check.requested_by, check.requested_at, check.digest = user_id, now, digest
        check.trouble = check.faults = 0
        check.proven, check.report_json, check.prepared = False, None, None
        check.failure = check.waiting_reason = ""
        check.attempt += 1  # whoever still works on the content before finds the claim gone
        claims.end(check, State.QUEUED, now=now)
        check.not_before = now + timedelta(seconds=GRACE_SECONDS)
        try:
            access.problem_in(session, draft)
        except ProblemError as error:
            claims.store(check, unreadable(draft.slug, digest, error), None, now=now)
            return False
        return True


def cancel(sessions: Sessions, draft_id: int, *, user_id: int) -> bool:
    """Call a check off. False where it is over. Raises NoSuchDraft."""
    with sessions.begin() as session:
        access.draft_for(session, draft_id, user_id=user_id, locked=True)
        check = session.get(DraftCheck, draft_id, with_for_update=True)
        if check is None or check.state in OVER:
            return False
        claims.end(check, State.CANCELLED, now=now_in(session))
        check.waiting_reason = ""
        return True


def standing_of(sessions: Sessions, draft_id: int, *, user_id: int) -> CheckStanding | None:
    """Where the draft's last check is; None where it never had one. Raises NoSuchDraft."""
    with sessions.read() as session:
        access.draft_for(session, draft_id, user_id=user_id)
        check = session.get(DraftCheck, draft_id)
        if check is None:
            return None
        position = None
        if check.state is State.QUEUED:
            earlier = (DraftCheck.state == State.QUEUED, DraftCheck.requested_at < check.requested_at)
            position = 1 + (session.scalar(select(func.count()).where(*earlier)) or 0)
        over = check.state in OVER
        return CheckStanding(
            state=check.state,
            digest=check.digest,
            current=over and check.digest == access.digest_in(session, draft_id),
            proven=check.proven,
            requested_at=check.requested_at,
            position=position,
            waiting=check.state is State.QUEUED and bool(check.waiting_reason),
            progress=_read(check.progress_json, CheckProgress),
            report=_read(check.report_json, CheckReport),
            failure=check.failure,
        )


def sweep(
    sessions: Sessions,
    *,
    everything: bool = False,
    lease_seconds: float = LONGEST_LEASE_SECONDS,
    now: datetime | None = None,
) -> list[int]:
    """Put back what lapsed, and say which drafts' checks to send to the queue; as `sweeping.sweep` does."""
    with sessions.begin() as session:
        now = now or now_in(session)
        over = or_(
            DraftCheck.lease_until < now,
            DraftCheck.lease_until > now + timedelta(seconds=2 * lease_seconds),  # given before the clock was set back
        )
        lapsed = select(DraftCheck).where(DraftCheck.state == State.CLAIMED, over)
        for check in session.scalars(lapsed.with_for_update(skip_locked=True)):
            claims.end(check, State.QUEUED, now=now)
            check.not_before = now
            claims.blame(check, LAPSED, now=now)
        session.flush()
        queued = select(DraftCheck).where(DraftCheck.state == State.QUEUED).order_by(DraftCheck.requested_at)
        if not everything:
            far = now + timedelta(seconds=LONGEST_WAIT_SECONDS)
            queued = queued.where(or_(DraftCheck.not_before <= now, DraftCheck.not_before > far))
        found = session.scalars(queued.with_for_update(skip_locked=True)).all()
        for check in found:
            check.not_before = now + timedelta(seconds=RESEND_SECONDS)
        return [check.draft_id for check in found]


def put_back_claims_of(sessions: Sessions, is_dead: Callable[[str], bool]) -> None:
    """Put back what is claimed by workers known to be dead, without waiting for their leases."""
    with sessions.begin() as session:
        for check in session.scalars(select(DraftCheck).where(DraftCheck.state == State.CLAIMED).with_for_update()):
            if check.claimed_by is not None and is_dead(check.claimed_by):
                now = now_in(session)
                claims.end(check, State.QUEUED, now=now)
                check.not_before = now


def unreadable(slug: str, digest: str, error: ProblemError) -> CheckReport:
    """The report on files that are no problem at all."""
    return CheckReport(problem=slug, version=digest, faults=[Fault(error.file, error.key, error.reason, "correct it")])


def _read(plain: dict[str, Any] | None, kind: type[Read]) -> Read | None:
    return None if plain is None else msgspec.convert(plain, kind)
