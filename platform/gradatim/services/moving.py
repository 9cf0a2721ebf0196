"""A guest's work moves into an account: all of it, and where both had something the newest is kept."""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from gradatim.db import Sessions, utc_now
from gradatim.models import (
    AuditEvent,
    Draft,
    DraftCheck,
    Kind,
    OpenedHints,
    Problem,
    ProblemDraft,
    ProblemVersion,
    QuizAnswer,
    Regrade,
    SignIn,
    State,
    Submission,
    User,
    roles_users,
)

FOUND_AGAIN = "This text was in your editor for this problem when your work as a guest moved into your account."
# Every column that names a user is in one of these two: a test sees to it.
MOVED = (Submission.user_id, Draft.user_id, OpenedHints.user_id, QuizAnswer.user_id)
NEVER_A_GUESTS = (
    roles_users.c.user_id,
    SignIn.user_id,
    AuditEvent.actor_id,
    Problem.owner_id,
    ProblemDraft.owner_id,
    DraftCheck.requested_by,
    Regrade.begun_by,
    Regrade.ended_by,
)

Kept = TypeVar("Kept", Draft, OpenedHints, QuizAnswer)


def move_in(sessions: Sessions, *, token: str, user_id: int) -> bool:
    """Give the account whatever the guest with this token has, and end the guest. Whether there was anything."""
    with sessions.begin() as session:
        known = User.fs_uniquifier == token, User.is_guest, User.active
        guest_id = session.scalar(select(User.id).where(*known).with_for_update())
        if guest_id is None:
            return False
        session.execute(select(User.id).where(User.id == user_id).with_for_update())
        # Texts first: whether one is kept already is seen by who sent it.
        clashes = [_drafts(session, guest_id, user_id), _hints(session, guest_id, user_id)]
        clashes.append(_answers(session, guest_id, user_id))
        session.flush()
        moved = [_all(session, column, guest_id, user_id) for column in MOVED]
        session.execute(delete(User).where(User.id == guest_id))
        return any(moved) or any(clashes)


def _all(session: Session, column: InstrumentedAttribute[int], guest_id: int, user_id: int) -> int:
    done: CursorResult[Any] = session.execute(update(column.class_).where(column == guest_id).values({column: user_id}))  # type: ignore[assignment]
    return done.rowcount


def _drafts(session: Session, guest_id: int, user_id: int) -> int:
    """The newer text stays in the editor; the other can be had back from the list of submissions."""
    both = _in_both(session, Draft, guest_id, user_id)
    for theirs, mine in both:
        newer, older = (theirs, mine) if theirs.saved_at > mine.saved_at else (mine, theirs)
        if newer.source != older.source:
            _keep_text(session, older, user_id)
        mine.revision = max(mine.revision, theirs.revision) + 1  # a tab that is open must not write over it unseen
        mine.source, mine.replaced = newer.source, newer.replaced
        mine.saved_by, mine.saved_at = newer.saved_by, newer.saved_at
        session.delete(theirs)
    return len(both)


def _keep_text(session: Session, draft: Draft, user_id: int) -> None:
    """As a submission that was never graded, unless it was handed in anyway."""
    versions = select(ProblemVersion.id).where(ProblemVersion.problem_id == draft.problem_id)
    owners = Submission.user_id.in_([user_id, draft.user_id])
    same = owners, Submission.version_id.in_(versions), Submission.source == draft.source
    if session.scalar(select(Submission.id).where(*same, Submission.kind == Kind.SUBMIT).limit(1)) is not None:
        return
    version_id = session.scalar(versions.order_by(ProblemVersion.current.desc(), ProblemVersion.id.desc()).limit(1))
    if version_id is None:
        return
    session.add(
        Submission(
            user_id=user_id,
            version_id=version_id,
            kind=Kind.SUBMIT,
            source=draft.source,
            created_at=draft.saved_at,
            state=State.CANCELLED,
            not_before=utc_now(),
            sentence=FOUND_AGAIN,
        )
    )


def _hints(session: Session, guest_id: int, user_id: int) -> int:
    both = _in_both(session, OpenedHints, guest_id, user_id)
    for theirs, mine in both:
        mine.count = max(mine.count, theirs.count)
        mine.opened_at = max(mine.opened_at, theirs.opened_at)
        session.delete(theirs)
    return len(both)


def _answers(session: Session, guest_id: int, user_id: int) -> int:
    """The newer answer with all the tries at the same question; the first try is whichever was first."""
    both = _in_both(session, QuizAnswer, guest_id, user_id)
    for theirs, mine in both:
        newer, older = (theirs, mine) if theirs.answered_at > mine.answered_at else (mine, theirs)
        kept = {name: getattr(newer, name) for name in ("digest", "answer_json", "correct", "answered_at")}
        kept |= {"tries": newer.tries, "revealed": newer.revealed, "first_correct": newer.first_correct}
        if newer.digest == older.digest:
            first = min(mine, theirs, key=lambda answer: answer.created_at)
            kept |= {"tries": mine.tries + theirs.tries, "revealed": mine.revealed or theirs.revealed}
            kept["first_correct"] = newer.first_correct if first.first_correct is None else first.first_correct
        kept["created_at"] = min(mine.created_at, theirs.created_at)
        for name, value in kept.items():
            setattr(mine, name, value)
        session.delete(theirs)
    return len(both)


def _in_both(session: Session, model: type[Kept], guest_id: int, user_id: int) -> list[tuple[Kept, Kept]]:
    """What the guest has and the account too: the same primary key but for the user."""
    names = [column.name for column in model.__table__.primary_key if column.name != "user_id"]
    by_key: dict[int, dict[tuple[object, ...], Kept]] = {guest_id: {}, user_id: {}}
    for row in session.scalars(select(model).where(model.user_id.in_(by_key))):
        by_key[row.user_id][tuple(getattr(row, name) for name in names)] = row
    theirs, mine = by_key[guest_id], by_key[user_id]
    return [(theirs[key], mine[key]) for key in theirs.keys() & mine.keys()]
