"""Signing up, a new password, and ending sessions: with mail and without."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import select

from gradatim.app.links import reset_link
from gradatim.db import Sessions
from gradatim.models import RoleName, User
from gradatim.services import accounts, people
from gradatim.settings import Settings
from gradatim.web.limits import MAILS
from tests.services.fakes import Outbox
from tests.web.visiting import PASSWORD, Visitor

BOB = "bob@example.org"
NEW = "a password that is new"


@pytest.fixture
def mailed(mailing: Flask) -> Visitor:
    """Somebody's browser at a site that sends mail."""
    return Visitor(mailing.test_client())


@pytest.fixture
def bob(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email=BOB, role=RoleName.STUDENT, password=PASSWORD)[0].id


def sign_up(visitor: Visitor, email: str = BOB, password: str = PASSWORD) -> str:
    """What the page says after it."""
    form = {"email": email, "password": password, "password_confirm": password}
    answer = visitor.post("/register", **form)
    assert (answer.status_code, answer.location) == (302, "/login")
    return visitor.get("/login").text.partition("<main")[0].replace(email, "ADDRESS")


def forget(visitor: Visitor, email: str) -> str:
    answer = visitor.post("/reset", email=email)
    assert answer.status_code == 200
    return answer.text.partition("<main")[0].replace(email, "ADDRESS").partition("<body>")[2]


def set_new(visitor: Visitor, path: str, password: str = NEW) -> int:
    return visitor.post(path, password=password, password_confirm=password).status_code


def test_without_mail_an_account_works_at_once_and_is_a_students(visitor: Visitor, sessions: Sessions) -> None:
    sign_up(visitor, "Bob@Example.org")
    assert visitor.get("/account").status_code == 302
    assert visitor.sign_in(BOB).status_code == 302
    page = visitor.get("/account").text
    assert BOB in page
    assert "student" in page
    assert visitor.get("/staff").status_code == 404
    with sessions.read() as session:
        kept = session.scalars(select(User.password).where(User.email == BOB)).one()
    assert kept is not None
    assert kept.startswith("$argon2id$")


def test_with_mail_an_account_works_once_its_link_was_followed(mailed: Visitor, outbox: Outbox) -> None:
    sign_up(mailed)
    assert mailed.sign_in(BOB).status_code == 200
    [(to, text)] = outbox.sent
    assert to == BOB
    assert "http://learn.example/confirm/" in text
    assert mailed.get(outbox.path_for(BOB)).location == "/login"
    assert mailed.sign_in(BOB).status_code == 302


def test_the_mail_that_confirms_can_be_had_again(mailed: Visitor, outbox: Outbox) -> None:
    sign_up(mailed)
    outbox.sent.clear()
    assert mailed.post("/confirm", email=BOB).status_code == 200
    mailed.get(outbox.path_for(BOB))
    assert mailed.sign_in(BOB).status_code == 302


@pytest.mark.parametrize("site", ["app", "mailing"])
def test_signing_up_says_the_same_of_a_known_and_of_an_unknown_address(
    request: pytest.FixtureRequest, bob: int, outbox: Outbox, site: str
) -> None:
    app: Flask = request.getfixturevalue(site)
    known, unknown = (Visitor(app.test_client()) for _ in range(2))
    said = sign_up(known, BOB, NEW), sign_up(unknown, "new@example.org", NEW)
    flashes = [text.partition('class="flash"')[2] for text in said]
    assert flashes[0] == flashes[1] != ""
    assert known.sign_in(BOB, NEW).status_code == 200  # nothing was changed
    assert {to for to, _ in outbox.sent} == ({BOB, "new@example.org"} if site == "mailing" else set())


def test_asking_for_a_link_says_the_same_of_a_known_and_of_an_unknown_address(
    mailed: Visitor, bob: int, outbox: Outbox
) -> None:
    known, unknown = forget(mailed, BOB), forget(mailed, "nobody@example.org")
    assert known.partition('class="flash"')[2] == unknown.partition('class="flash"')[2] != ""
    assert [to for to, _ in outbox.sent] == [BOB]


def test_a_mailed_link_sets_a_new_password_once_and_ends_all_sessions(
    mailed: Visitor, mailing: Flask, bob: int, outbox: Outbox
) -> None:
    elsewhere = Visitor(mailing.test_client())
    elsewhere.sign_in(BOB)
    forget(mailed, BOB)
    path = outbox.path_for(BOB)
    assert mailed.get(path).status_code == 200
    assert set_new(mailed, path) == 302
    assert elsewhere.get("/account").status_code == 302
    assert mailed.get(path).location == "/reset"
    set_new(mailed, path, "yet another password")
    assert mailed.sign_in(BOB, NEW).status_code == 302


def test_a_mails_link_leads_to_the_site_whatever_host_a_request_claims(
    mailed: Visitor, bob: int, outbox: Outbox
) -> None:
    token = mailed.token("/reset")
    mailed.client.post("/reset", data={"email": BOB, "csrf_token": token}, headers={"X-Forwarded-Host": "evil.example"})
    mailed.client.post("/reset", data={"email": BOB, "csrf_token": token}, base_url="http://evil.example")
    assert outbox.sent
    assert "evil.example" not in "".join(text for _, text in outbox.sent)


def test_where_no_mail_is_sent_the_page_says_what_to_do_and_the_command_lines_link_works(
    visitor: Visitor, settings: Settings, bob: int
) -> None:
    assert "gradatim user reset" in visitor.get("/reset").text
    link = urlsplit(reset_link(settings, BOB))
    assert f"{link.scheme}://{link.netloc}" == settings.address
    assert set_new(visitor, link.path) == 302
    assert set_new(visitor, link.path) == 302  # leads back to asking
    assert visitor.sign_in(BOB, NEW).status_code == 302


def test_mail_to_one_address_is_slowed_down(mailed: Visitor, bob: int, outbox: Outbox) -> None:
    allowed = int(MAILS.split()[0])
    statuses = [mailed.post("/reset", email=BOB).status_code for _ in range(allowed + 1)]
    assert statuses == [200] * allowed + [429]
    assert len(outbox.sent) == allowed


def test_a_changed_password_keeps_this_session_and_ends_the_others(app: Flask, visitor: Visitor, bob: int) -> None:
    elsewhere = Visitor(app.test_client())
    for browser in (visitor, elsewhere):
        browser.sign_in(BOB)
    form = {"password": PASSWORD, "new_password": NEW, "new_password_confirm": NEW}
    assert visitor.post("/change", **{**form, "password": "wrong one"}).status_code == 200
    assert elsewhere.get("/account").status_code == 200
    assert visitor.post("/change", **form).location == "/account"
    assert visitor.get("/account").status_code == 200
    assert elsewhere.get("/account").status_code == 302
    assert elsewhere.sign_in(BOB, NEW).status_code == 302


def test_all_other_sessions_can_be_ended(app: Flask, visitor: Visitor, bob: int) -> None:
    elsewhere = Visitor(app.test_client())
    visitor.sign_in(BOB)
    form = {"email": BOB, "password": PASSWORD, "remember": "y", "csrf_token": elsewhere.token("/login")}
    elsewhere.client.post("/login", data=form)
    assert visitor.post("/account/end-sessions").location == "/account"
    assert visitor.get("/account").status_code == 200
    assert elsewhere.get("/account").status_code == 302


def test_each_session_is_listed_and_can_be_ended_alone(app: Flask, visitor: Visitor, bob: int) -> None:
    elsewhere, third = Visitor(app.test_client()), Visitor(app.test_client())
    visitor.sign_in(BOB)
    form = {"email": BOB, "password": PASSWORD, "remember": "y", "csrf_token": elsewhere.token("/login")}
    elsewhere.client.post("/login", data=form, headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    third.sign_in(BOB)
    page = visitor.get("/account").text
    assert page.count("/account/sessions/") == 2
    before = page.partition('aria-label="End the session of Firefox on Linux"')[0]
    assert third.post(before.rpartition('action="')[2].partition('"')[0]).location == "/account"
    assert elsewhere.get("/account").status_code == 302
    assert "Firefox on Linux" not in visitor.get("/account").text
    assert third.get("/account").status_code == 200


def test_what_a_browser_held_is_worth_nothing_after_signing_out(app: Flask, visitor: Visitor, bob: int) -> None:
    visitor.sign_in(BOB)
    kept = visitor.client.get_cookie("session")
    assert kept is not None
    visitor.post("/logout")
    thief = Visitor(app.test_client())
    thief.client.set_cookie("session", kept.value)
    assert thief.get("/account").status_code == 302


def test_a_deactivated_account_is_out_at_once_and_is_told_nothing(
    visitor: Visitor, sessions: Sessions, bob: int
) -> None:
    visitor.sign_in(BOB)
    people.set_active(sessions, bob, active=False, actor_id=None)
    assert visitor.get("/account").status_code == 302
    assert "do not go together" in visitor.sign_in(BOB).text


@pytest.mark.parametrize(
    ("password", "again"), [("short", "short"), (PASSWORD, "something else"), ("", "")], ids=["short", "two", "none"]
)
def test_a_bad_password_makes_no_account(visitor: Visitor, sessions: Sessions, password: str, again: str) -> None:
    answer = visitor.post("/register", email=BOB, password=password, password_confirm=again)
    assert answer.status_code == 200
    assert 'class="wrong"' in answer.text
    with sessions.read() as session:
        assert session.scalar(select(User.id)) is None


def test_an_accounts_page_is_for_those_who_have_one(visitor: Visitor, member: Callable[[RoleName], Visitor]) -> None:
    assert visitor.get("/account").location == "/login?next=/account"
    assert "instructor" in member(RoleName.INSTRUCTOR).get("/account").text
