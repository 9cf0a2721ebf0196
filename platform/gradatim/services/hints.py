"""Hints come one at a time, and which ones somebody has asked for is remembered."""

from __future__ import annotations

from sqlalchemy import select

from gradatim.db import Sessions, utc_now
from gradatim.errors import NotFound
from gradatim.models import OpenedHints, Problem, User
from gradatim.services import visibility


class NoSuchHint(NotFound):
    public = "There is no such hint."


def opened_by(sessions: Sessions, user_id: int | None, *, slug: str) -> int:
    """How many of the problem's hints the user has opened."""
    if user_id is None:
        return 0
    with sessions.read() as session:
        opened = select(OpenedHints.count).join(Problem, Problem.id == OpenedHints.problem_id)
        return session.scalar(opened.where(Problem.slug == slug, OpenedHints.user_id == user_id)) or 0


def open_hint(sessions: Sessions, number: int, *, user_id: int, slug: str) -> int:
    """Open a hint, counted from 1; how many are open now. Asking twice opens it once, and none can be skipped.

    Raises:
        NoSuchProblem: no published problem has this slug.
        NoSuchHint: it has no hint of this number.
    """
    with sessions.begin() as session:
        session.execute(select(User.id).where(User.id == user_id).with_for_update())
        version = visibility.current_version(session, slug, user_id=user_id)
        if not 1 <= number <= len(version.facts.hints):
            raise NoSuchHint(f"{slug} has no hint {number}")
        opened = session.get(OpenedHints, (user_id, version.problem_id))
        if opened is None:
            opened = OpenedHints(user_id=user_id, problem_id=version.problem_id, count=0)
        if number == opened.count + 1:
            opened.count, opened.opened_at = number, utc_now()
            session.add(opened)
        return opened.count
