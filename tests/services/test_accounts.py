"""Accounts that are made, and those that are refused."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from gradatim.db import Sessions
from gradatim.errors import Refused, UserExists, WeakPassword
from gradatim.models import RoleName
from gradatim.services import accounts
from gradatim.services.accounts import BadEmail


def test_a_password_is_kept_only_as_an_argon2id_hash(sessions: Sessions) -> None:
    made, password = accounts.create_user(sessions, email="Ann@Example.org", role=RoleName.INSTRUCTOR)
    assert made.email == "ann@example.org"
    assert [role.name for role in made.roles] == ["instructor"]
    assert made.password is not None
    assert made.password.startswith("$argon2id$")
    assert password not in made.password
    assert PasswordHasher().verify(made.password, password)


@pytest.mark.parametrize(
    ("email", "password", "error"),
    [
        pytest.param("ann@example.org", None, UserExists, id="an address that is taken"),
        pytest.param("ANN@example.org", None, UserExists, id="the same address in capitals"),
        pytest.param("ann", None, BadEmail, id="no address"),
        pytest.param("bob@example.org", "short", WeakPassword, id="a short password"),
    ],
)
def test_what_is_refused_makes_no_account(
    sessions: Sessions, email: str, password: str | None, error: type[Refused]
) -> None:
    accounts.create_user(sessions, email="ann@example.org", role=RoleName.STUDENT)
    with pytest.raises(error):
        accounts.create_user(sessions, email=email, role=RoleName.STUDENT, password=password)
    with pytest.raises(UserExists):  # the first is untouched
        accounts.create_user(sessions, email="ann@example.org", role=RoleName.STUDENT)
