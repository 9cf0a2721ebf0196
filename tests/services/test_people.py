"""The accounts of a site as an admin handles them."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import RoleName, User
from gradatim.services import accounts, audit, paging, people
from gradatim.services.accounts import NoSuchUser
from gradatim.services.audit import COMMAND_LINE, WantedEvents
from gradatim.services.people import OwnAccount, WantedPeople


@pytest.fixture
def ann(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email="ann@example.org", role=RoleName.ADMIN)[0].id


@pytest.fixture
def bob(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email="bob@example.org", role=RoleName.STUDENT)[0].id


def emails(sessions: Sessions, words: str = "", role: str = "", number: int = 1) -> list[str]:
    return [one.email for one in people.listed(sessions, WantedPeople(words, role), number=number).rows]


def test_accounts_are_found_by_address_and_by_role(sessions: Sessions, ann: int, bob: int) -> None:
    accounts.guest(sessions)
    assert emails(sessions) == ["ann@example.org", "bob@example.org"]
    assert emails(sessions, "BOB") == ["bob@example.org"]
    assert emails(sessions, "%") == []
    assert emails(sessions, role="admin") == ["ann@example.org"]
    assert emails(sessions, "bob", "admin") == []


def test_a_long_list_comes_in_pages(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "ON_A_PAGE", 2)
    with sessions.begin() as session:
        session.add_all(User(email=f"u{n}@example.org", password="-", fs_uniquifier=str(n)) for n in range(5))
    found = people.listed(sessions, WantedPeople(), number=3)
    assert ([one.email for one in found.rows], found.total, found.last) == (["u4@example.org"], 5, 3)
    assert people.listed(sessions, WantedPeople(), number=99).number == 3
    assert people.listed(sessions, WantedPeople(), number=-1).number == 1
    assert people.listed(sessions, WantedPeople("nobody"), number=2).rows == []


def test_a_changed_role_is_the_only_one_and_is_written_down(sessions: Sessions, ann: int, bob: int) -> None:
    people.change_role(sessions, bob, role=RoleName.INSTRUCTOR, actor_id=ann)
    assert emails(sessions, role="instructor") == ["bob@example.org"]
    assert emails(sessions, role="student") == []
    [event] = audit.events(sessions, WantedEvents(action="user.role")).rows
    assert (event.actor, event.subject) == ("ann@example.org", f"user {bob}")
    assert event.detail == {"before": "student", "after": "instructor"}


def test_the_same_role_again_is_no_change(sessions: Sessions, ann: int, bob: int) -> None:
    people.change_role(sessions, bob, role=RoleName.STUDENT, actor_id=ann)
    assert audit.events(sessions, WantedEvents(action="user.role")).rows == []


def test_whoever_is_deactivated_has_no_session_left(sessions: Sessions, ann: int, bob: int) -> None:
    with sessions.read() as session:
        before = session.get_one(User, bob).fs_uniquifier
    people.set_active(sessions, bob, active=False, actor_id=ann)
    with sessions.read() as session:
        user = session.get_one(User, bob)
    assert not user.active
    assert user.fs_uniquifier != before
    people.set_active(sessions, bob, active=True, actor_id=None)
    kept = [(event.actor, event.action) for event in audit.events(sessions, WantedEvents(subject=f"user {bob}")).rows]
    assert kept[:2] == [(COMMAND_LINE, "user.activate"), ("ann@example.org", "user.deactivate")]


def test_nobody_locks_themselves_out(sessions: Sessions, ann: int) -> None:
    with pytest.raises(OwnAccount):
        people.change_role(sessions, ann, role=RoleName.STUDENT, actor_id=ann)
    with pytest.raises(OwnAccount):
        people.set_active(sessions, ann, active=False, actor_id=ann)


def test_a_guest_is_no_account(sessions: Sessions, ann: int) -> None:
    guest = accounts.guest(sessions).id
    for nobody in (guest, 999):
        with pytest.raises(NoSuchUser):
            people.change_role(sessions, nobody, role=RoleName.ADMIN, actor_id=ann)
        with pytest.raises(NoSuchUser):
            people.set_active(sessions, nobody, active=False, actor_id=ann)


def test_a_dropped_second_factor_leaves_nothing_of_it(sessions: Sessions, bob: int) -> None:
    with sessions.begin() as session:
        user = session.get_one(User, bob)
        user.tf_primary_method, user.tf_totp_secret, user.mf_recovery_codes = "authenticator", "sealed", ["sealed"]
    assert people.listed(sessions, WantedPeople()).rows[0].second_factor
    people.drop_second_factor(sessions, bob)
    with sessions.read() as session:
        row = session.execute(select(User.tf_primary_method, User.tf_totp_secret, User.mf_recovery_codes)).one()
    assert tuple(row) == (None, None, None)
