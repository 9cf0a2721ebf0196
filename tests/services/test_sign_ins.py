"""Where somebody is signed in: what is written down of it, and when it ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gradatim.db import Sessions, utc_now
from gradatim.models import RoleName, SignIn, User
from gradatim.services import accounts, people, sign_ins


@pytest.fixture
def bob(sessions: Sessions) -> User:
    return accounts.create_user(sessions, email="bob@example.org", role=RoleName.STUDENT)[0]


def signed_in(sessions: Sessions, user: User, token: str, *, seen_ago: timedelta = timedelta()) -> SignIn:
    with sessions.begin() as session:
        made = sign_ins.began(session, user, token=token, browser="Firefox on Linux")
        made.seen_at = utc_now() - seen_ago
        return made


def listed(sessions: Sessions, user: User) -> list[str]:
    with sessions.read() as session:
        return [one.token for one in sign_ins.listed(session, session.get_one(User, user.id))]


def test_that_it_is_used_is_written_down_now_and_then(sessions: Sessions, bob: User) -> None:
    old, new = (signed_in(sessions, bob, str(ago), seen_ago=timedelta(minutes=ago)) for ago in (11, 9))
    sign_ins.seen(sessions, old)
    sign_ins.seen(sessions, new)
    with sessions.read() as session:
        assert session.get_one(SignIn, old.id).seen_at > old.seen_at
        assert session.get_one(SignIn, new.id).seen_at == new.seen_at
    assert listed(sessions, bob) == ["11", "9"]


def test_what_can_no_longer_be_used_is_gone_with_the_next_one(sessions: Sessions, bob: User) -> None:
    signed_in(sessions, bob, "long ago", seen_ago=timedelta(days=31))
    signed_in(sessions, bob, "before")
    people.set_active(sessions, bob.id, active=False, actor_id=None)
    assert listed(sessions, bob) == []
    with sessions.read() as session:
        now = session.get_one(User, bob.id)
    signed_in(sessions, now, "now")
    with sessions.read() as session:
        assert [one.token for one in session.query(SignIn)] == ["now"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on an iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("<script>", "A browser"),
    ],
)
def test_a_browser_is_called_what_its_owner_calls_it(said: str, name: str) -> None:
    assert sign_ins.browser_named(said) == name
