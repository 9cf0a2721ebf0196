"""Checks that came to no report by a fault of ours: for staff, who may have them tried again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from gradatim.db import Sessions, now_in
from gradatim.models import DraftCheck, ProblemDraft, State
from gradatim.services import audit
from gradatim.services.authoring import claims
from gradatim.services.authoring.access import NoSuchDraft

MAX_LISTED = 100


@dataclass(frozen=True)
class FailedCheck:
    draft_id: int
    slug: str
    requested_at: datetime
    reason: str


def failed(sessions: Sessions) -> list[FailedCheck]:
    """Newest first."""
    columns = (DraftCheck.draft_id, ProblemDraft.slug, DraftCheck.requested_at, DraftCheck.waiting_reason)
    query = select(*columns).join(ProblemDraft, ProblemDraft.id == DraftCheck.draft_id)
    query = query.where(DraftCheck.state == State.DONE, DraftCheck.failure != "")
    with sessions.read() as session:
        rows = session.execute(query.order_by(DraftCheck.requested_at.desc()).limit(MAX_LISTED))
        return [FailedCheck(*row) for row in rows]


def retry(sessions: Sessions, draft_id: int, *, actor_id: int) -> None:
    """Queue a failed check again. Raises NoSuchDraft where there is none that failed."""
    with sessions.begin() as session:
        check = session.get(DraftCheck, draft_id, with_for_update=True)
        if check is None or check.state != State.DONE or not check.failure:
            raise NoSuchDraft(draft_id)
        now = now_in(session)
        check.faults = check.trouble = 0
        check.failure = check.waiting_reason = ""
        check.not_before = now
        claims.end(check, State.QUEUED, now=now)
        audit.record(session, "check.retry", subject=f"draft {draft_id}", actor_id=actor_id)
