"""The second factor: turned on, asked for, recovered from, and turned off."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

import pytest
from flask import Flask
from passlib.totp import TOTP
from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import RoleName, User
from gradatim.services import accounts, people
from gradatim.web import accounts as web_accounts
from gradatim.web.limits import CODES
from tests.web.visiting import PASSWORD, Visitor

BOB = "bob@example.org"


class Authenticator:
    """The app on somebody's phone. Each code it gives is the one after the last: none is good twice."""

    def __init__(self, key: str) -> None:
        self._totp = TOTP(key.replace("-", ""))
        self._at = int(time.time()) - 30

    def code(self) -> str:
        self._at += 30
        return str(self._totp.generate(self._at).token)


@pytest.fixture(autouse=True)
def wide_window(app: Flask) -> None:
    """Codes of a while ahead count too: a test does not wait for the next half minute."""
    app.config["SECURITY_TWO_FACTOR_AUTHENTICATOR_VALIDITY"] = 300


@pytest.fixture
def bob(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email=BOB, role=RoleName.STUDENT, password=PASSWORD)[0].id


@pytest.fixture
def phone(visitor: Visitor, bob: int) -> Authenticator:
    """Bob's, set up; he is still signed in."""
    visitor.sign_in(BOB)
    page = visitor.post("/tf-setup", setup="authenticator").text
    key = re.search(r"<figcaption>.*?<code>([^<]+)<", page, re.DOTALL)
    assert key
    assert 'src="data:image/svg+xml;base64,' in page
    made = Authenticator(key[1])
    action = re.findall(r'action="(/tf-setup/[^"]+)"', page)[0]
    assert visitor.post(action, code="000000").location == "/tf-setup"
    assert visitor.post(action, code=made.code()).location == "/account"
    return made


def begin(browser: Visitor, target: str = "") -> str:
    """Give the password; where that leads."""
    form = {"email": BOB, "password": PASSWORD, "csrf_token": browser.token("/login")}
    answer = browser.client.post("/login", data=form, query_string={"next": target} if target else {})
    assert answer.status_code == 302
    return str(answer.location)


def recovery_codes(visitor: Visitor) -> list[str]:
    page = visitor.post("/mf-recovery-codes", generate_new_codes="yes").text
    return re.findall(r"<code>([0-9a-f-]{14})</code>", page)


def test_a_password_alone_signs_nobody_in(phone: Authenticator, other: Visitor) -> None:
    assert urlsplit(begin(other)).path == "/tf-validate"
    assert other.get("/account").status_code == 302
    assert other.post("/tf-validate", code="000000").status_code == 200
    assert other.get("/account").status_code == 302
    assert other.post("/tf-validate", code=phone.code()).location == "/"
    assert other.get("/account").status_code == 200


def test_it_leads_where_signing_in_was_to_lead(phone: Authenticator, other: Visitor) -> None:
    path = begin(other, "/account")
    form = re.findall(r'action="(/tf-validate[^"]*)"', other.get(path).text)[0]
    assert other.post(form, code=phone.code()).location == "/account"


def test_no_code_works_twice(phone: Authenticator, app: Flask) -> None:
    code = phone.code()
    for expected in (302, 200):
        browser = Visitor(app.test_client())
        begin(browser)
        assert browser.post("/tf-validate", code=code).status_code == expected


def test_a_recovery_code_works_once(phone: Authenticator, visitor: Visitor, app: Flask) -> None:
    first, second, *_ = codes = recovery_codes(visitor)
    assert len(set(codes)) == 8
    for code, expected in ((first, 302), (first, 200), (second, 302)):
        browser = Visitor(app.test_client())
        begin(browser)
        assert browser.post("/mf-recovery", code=code).status_code == expected
    assert "6 recovery codes" in visitor.get("/account").text


def test_what_is_stored_tells_neither_key_nor_codes(phone: Authenticator, visitor: Visitor, sessions: Sessions) -> None:
    codes = recovery_codes(visitor)
    with sessions.read() as session:
        bob = session.scalars(select(User).where(User.email == BOB)).one()
    assert phone._totp.base32_key not in str(bob.tf_totp_secret)
    assert len(bob.mf_recovery_codes or []) == len(codes)
    assert not any(code in str(bob.mf_recovery_codes) for code in codes)


def test_guessing_codes_is_slowed_down_in_whatever_browser(phone: Authenticator, app: Flask) -> None:
    allowed = int(CODES.split()[0])
    statuses = []
    for number in range(allowed + 1):
        browser = Visitor(app.test_client())
        begin(browser)
        form = {"code": f"{number:06}", "csrf_token": browser.token()}
        answer = browser.client.post("/tf-validate", data=form, environ_base={"REMOTE_ADDR": f"10.0.0.{number}"})
        statuses.append(answer.status_code)
    assert statuses == [200] * allowed + [429]


def test_it_is_turned_off_again(phone: Authenticator, visitor: Visitor, other: Visitor) -> None:
    assert visitor.post("/tf-setup", setup="disable").location == "/account"
    assert begin(other) == "/"


def test_a_lost_one_is_dropped_from_the_command_line(
    phone: Authenticator, other: Visitor, sessions: Sessions, bob: int
) -> None:
    people.drop_second_factor(sessions, bob)
    assert begin(other) == "/"


def test_turning_it_on_or_off_asks_for_the_password_where_that_was_long_ago(
    phone: Authenticator, visitor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor.client.session_transaction() as kept:
        kept["fs_paa"] = time.time() - web_accounts.FRESH.total_seconds() - 600
        kept.pop("fs_gexp", None)
    path = str(visitor.post("/tf-setup", setup="disable").location)
    assert path.startswith("/verify")
    visitor.post("/account/end-sessions")  # which proves nothing
    assert str(visitor.post("/tf-setup", setup="disable").location).startswith("/verify")
    assert urlsplit(begin(other)).path == "/tf-validate"
    assert visitor.post(path, password="wrong password").status_code == 200
    assert visitor.post(path, password=PASSWORD).status_code == 302
    assert visitor.post("/tf-setup", setup="disable").location == "/account"
