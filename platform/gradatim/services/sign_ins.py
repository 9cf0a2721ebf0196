"""Where somebody is signed in: one row for each browser, so that each can be ended alone.

What takes a session is part of its caller's transaction, who may be in the middle of signing somebody in.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from gradatim.db import UNREACHABLE, Sessions, utc_now
from gradatim.errors import NotFound
from gradatim.models import SignIn, User

KEPT = timedelta(days=30)  # as long as a browser that was asked to remember does
SEEN_EVERY = timedelta(minutes=10)  # or every page would write

# Looked for in this order: most browsers name others as well.
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}

Someone = TypeVar("Someone", bound=User)


class NoSuchSignIn(NotFound):
    public = "This session has ended already."


def began(session: Session, user: User, *, token: str, browser: str) -> SignIn:
    """A new one, and an end to what can no longer be used of the user's."""
    mine = SignIn.user_id == user.id
    useless = or_(SignIn.uniquifier != user.fs_uniquifier, SignIn.seen_at < utc_now() - KEPT)
    session.execute(delete(SignIn).where(mine, useless))
    made = SignIn(user_id=user.id, token=token, uniquifier=user.fs_uniquifier, browser=browser)
    session.add(made)
    return made


def found(session: Session, token: str, *, users: type[Someone]) -> tuple[Someone, SignIn] | None:
    """Whose cookie this is, where it still signs them in."""
    query = select(users, SignIn).join(SignIn, SignIn.user_id == users.id)
    alive = SignIn.uniquifier == users.fs_uniquifier, users.active
    row = session.execute(query.where(SignIn.token == token, *alive)).first()
    return None if row is None else (row[0], row[1])


def seen(sessions: Sessions, sign_in: SignIn) -> None:
    """Write down, now and then, that it is used. Where that cannot be, nobody's page fails for it."""
    if sign_in.seen_at > utc_now() - SEEN_EVERY:
        return
    with suppress(*UNREACHABLE), sessions.begin() as session:
        session.execute(update(SignIn).where(SignIn.id == sign_in.id).values(seen_at=utc_now()))


def listed(session: Session, user: User) -> list[SignIn]:
    """Those that still work, the one seen last first."""
    query = select(SignIn).where(SignIn.user_id == user.id, SignIn.uniquifier == user.fs_uniquifier)
    query = query.where(SignIn.seen_at >= utc_now() - KEPT)
    return list(session.scalars(query.order_by(SignIn.seen_at.desc(), SignIn.id.desc())))


def end(session: Session, sign_in_id: int, *, user_id: int) -> None:
    """Raises NoSuchSignIn: there is none, or it is somebody else's."""
    one = session.get(SignIn, sign_in_id)
    if one is None or one.user_id != user_id:
        raise NoSuchSignIn(f"no sign-in {sign_in_id} of user {user_id}")
    session.delete(one)


def browser_named(user_agent: str) -> str:
    """What its owner calls a browser, as in "Firefox on Linux"; what it says of itself is for servers."""
    browser = next((name for part, name in BROWSERS.items() if part in user_agent), "A browser")
    system = next((name for part, name in SYSTEMS.items() if part in user_agent), "")
    return f"{browser} on {system}" if system else browser
