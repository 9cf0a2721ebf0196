"""The line: who is next of those that are queued, in an order that is fair between users.

Each kind of submission has a line of its own. Whoever joins it gets a turn: that of whoever is first, plus one for each
of their own that stands there already. So the first of a user waits for at most one of each other user, however many
those have sent; within a turn, who came first goes first. A row that waits for a trouble of ours to end has no turn.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, tuple_
from sqlalchemy.orm import Session

from gradatim.models import Kind, State, Submission

# The smaller goes first. Regrading somebody's old work and proving a problem wait for whoever waits at a page.
PRIORITIES = {Kind.SUBMIT: 0, Kind.RUN: 10, Kind.CALL: 10, Kind.TRY: 20, Kind.REGRADE: 100}


def standing_in(kind: Kind) -> tuple[ColumnElement[bool], ...]:
    """What holds of the rows in the line of this kind."""
    return (Submission.state == State.QUEUED, Submission.kind == kind, Submission.turn.is_not(None))


def first_turn(session: Session, kind: Kind) -> int:
    return session.scalar(select(func.min(Submission.turn)).where(*standing_in(kind))) or 0


def turn_for(session: Session, user_id: int, kind: Kind) -> int:
    """The turn of the next one that this user sends. Whoever asks holds the user's lock."""
    own = select(func.count()).where(Submission.user_id == user_id, *standing_in(kind))
    return first_turn(session, kind) + (session.scalar(own) or 0)


def fairest(kind: Kind) -> Select[int]:
    """The id of whoever is next, locked; what somebody else is just taking is passed over."""
    waiting = select(Submission.id).where(*standing_in(kind))
    return waiting.order_by(Submission.turn, Submission.id).limit(1).with_for_update(skip_locked=True)


def place_of(session: Session, submission_id: int, *, kind: Kind, turn: int) -> int:
    """1 for the next: how many go first, those of more urgent kinds included, and one."""
    ahead = tuple_(Submission.turn, Submission.id) < tuple_(turn, submission_id)
    urgent = [other for other in Kind if PRIORITIES[other] < PRIORITIES[kind]]
    equal = [other for other in Kind if PRIORITIES[other] == PRIORITIES[kind]]
    before = or_(*(and_(*standing_in(other)) for other in urgent), *(and_(*standing_in(k), ahead) for k in equal))
    return 1 + (session.scalar(select(func.count()).where(before)) or 0)
