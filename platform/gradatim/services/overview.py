"""The site in numbers, at this moment: for the staff page and for Prometheus. Everything is read from the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, utc_now
from gradatim.models import OVER, DraftCheck, Kind, State, Submission
from gradatim_runner.report import Verdict

WINDOWS = {"5 minutes": 300.0, "an hour": 3600.0, "a day": 86400.0}


@dataclass
class QueueState:
    """One queue, named after a kind of submission or `check`. `oldest_seconds`: how long the longest wait is so far."""

    name: str
    waiting: int = 0
    troubled: int = 0  # of those, how many wait for a trouble of ours to end
    grading: int = 0
    oldest_seconds: float = 0.0


@dataclass
class Rates:
    """How many verdicts of each sort within a time."""

    window: str
    seconds: float
    verdicts: dict[Verdict, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.verdicts.values())

    @property
    def per_minute(self) -> float:
        return 60 * self.total / self.seconds


@dataclass(frozen=True)
class Overview:
    queues: list[QueueState]
    rates: list[Rates]
    system_errors: int  # that nobody has tried again

    @property
    def verdicts(self) -> list[Verdict]:
        """Those that there were within the longest time, in the order of their kind."""
        return [verdict for verdict in Verdict if any(verdict in rate.verdicts for rate in self.rates)]


def overview(sessions: Sessions) -> Overview:
    now = utc_now()
    with sessions.read() as session:
        failed = select(func.count()).where(Submission.verdict == Verdict.SYSTEM_ERROR)
        rates = [_rates(session, now, window, seconds) for window, seconds in WINDOWS.items()]
        return Overview(_queues(session, now), rates, session.scalar(failed) or 0)


def _queues(session: Session, now: datetime) -> list[QueueState]:
    queues = {kind: QueueState(kind.value) for kind in Kind}
    outside = Submission.turn.is_(None)
    queued = select(Submission.kind, outside, func.count(), func.min(Submission.created_at))
    for kind, troubled, count, oldest in session.execute(
        queued.where(Submission.state == State.QUEUED).group_by(Submission.kind, outside)
    ):
        queue = queues[kind]
        queue.waiting += count
        queue.troubled += count if troubled else 0
        queue.oldest_seconds = max(queue.oldest_seconds, (now - oldest).total_seconds())
    claimed = select(Submission.kind, func.count()).where(Submission.state == State.CLAIMED)
    for kind, count in session.execute(claimed.group_by(Submission.kind)):
        queues[kind].grading = count
    return [*queues.values(), _checks(session, now)]


def _checks(session: Session, now: datetime) -> QueueState:
    queue = QueueState("check")
    columns = (DraftCheck.state, DraftCheck.waiting_reason, DraftCheck.requested_at)
    for state, reason, requested_at in session.execute(select(*columns).where(DraftCheck.state.not_in(OVER))):
        if state == State.CLAIMED:
            queue.grading += 1
            continue
        queue.waiting += 1
        queue.troubled += reason != ""
        queue.oldest_seconds = max(queue.oldest_seconds, (now - requested_at).total_seconds())
    return queue


def _rates(session: Session, now: datetime, window: str, seconds: float) -> Rates:
    lately = Submission.finished_at > now - timedelta(seconds=seconds)
    counted = select(Submission.verdict, func.count()).where(lately, Submission.verdict.is_not(None))
    rows = session.execute(counted.group_by(Submission.verdict))
    return Rates(window, seconds, {verdict: count for verdict, count in rows if verdict is not None})
