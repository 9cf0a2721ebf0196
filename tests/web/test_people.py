"""An admin's page of accounts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts
from tests.web.visiting import PASSWORD, Visitor

BOB = "bob@example.org"


@pytest.fixture
def bob(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email=BOB, role=RoleName.STUDENT, password=PASSWORD)[0].id


@pytest.fixture
def admin(member: Callable[[RoleName], Visitor]) -> Visitor:
    return member(RoleName.ADMIN)


def test_an_admin_makes_an_instructor(admin: Visitor, other: Visitor, bob: int) -> None:
    other.sign_in(BOB)
    assert other.get("/staff").status_code == 404
    assert BOB in admin.get("/staff/users?q=bob&role=student").text
    answer = admin.post(f"/staff/users/{bob}/role", role="instructor", q="bob", role_wanted="student", page="1")
    assert (answer.status_code, answer.location) == (303, "/staff/users?q=bob&page=1&role=student")
    assert other.get("/staff").status_code == 200
    page = admin.get("/staff/audit?action=user.role").text
    assert "admin@example.org" in page
    assert "before: student" in page


def test_an_admin_lets_nobody_in_any_more_and_again(admin: Visitor, other: Visitor, bob: int) -> None:
    other.sign_in(BOB)
    admin.post(f"/staff/users/{bob}/active", active="no")
    assert other.get("/account").status_code == 302
    assert "closed" in admin.get("/staff/users?q=bob").text
    admin.post(f"/staff/users/{bob}/active", active="yes")
    assert other.sign_in(BOB).status_code == 302
    assert other.get("/account").status_code == 200


def test_ones_own_account_has_no_such_buttons_and_stays_as_it_is(admin: Visitor, sessions: Sessions) -> None:
    own = accounts.user_id_of(sessions, "admin@example.org")
    assert f"/staff/users/{own}/" not in admin.get("/staff/users").text
    answer = admin.post(f"/staff/users/{own}/role", role="student")
    assert answer.status_code == 400
    assert "your own account" in answer.text
    assert admin.get("/staff/users").status_code == 200


def test_no_role_is_made_up(admin: Visitor, bob: int) -> None:
    assert admin.post(f"/staff/users/{bob}/role", role="king").status_code == 422
    assert admin.post("/staff/users/9999/role", role="student").status_code == 404
