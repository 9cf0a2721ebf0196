"""Somebody who was a guest signs up or signs in, and finds their work in the account."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts
from gradatim_grader.problem import Problem
from tests.services.fakes import Outbox
from tests.web.visiting import JSON, PASSWORD, Visitor

BOB = "bob@example.org"
PAGE = "/problems/doubling"
SIGN_UP = {"email": BOB, "password": PASSWORD, "password_confirm": PASSWORD}


@pytest.fixture
def bob(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email=BOB, role=RoleName.STUDENT, password=PASSWORD)[0].id


def editor(visitor: Visitor) -> str:
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", visitor.get(PAGE).text, re.DOTALL)
    assert found
    return found[1]


def test_a_guests_work_is_in_the_account_after_signing_up(visitor: Visitor, problem: Problem) -> None:
    sent = visitor.submit("mine = 1\n")
    visitor.post("/register", **SIGN_UP)
    assert visitor.get(f"/submissions/{sent}").status_code == 200  # still the guest's
    assert visitor.sign_in(BOB).location == "/"
    assert "is now in your account" in visitor.get("/").text
    assert "is now in your account" not in visitor.get("/").text
    assert "mine = 1" in visitor.get(f"{PAGE}/submissions").text
    assert visitor.client.get_cookie("gradatim_guest") is None
    visitor.post("/logout")
    assert visitor.get(f"/submissions/{sent}").status_code == 404


def test_it_is_there_too_where_a_mail_had_to_be_awaited(mailing: Flask, outbox: Outbox, problem: Problem) -> None:
    visitor = Visitor(mailing.test_client())
    answer = visitor.client.post(f"{PAGE}/submissions", data={"source": "x", "csrf_token": visitor.token()})
    visitor.post("/register", **SIGN_UP)
    visitor.get(outbox.path_for(BOB))
    visitor.sign_in(BOB)
    assert visitor.get(str(answer.location)).status_code == 200
    assert visitor.get("/account").status_code == 200
    assert visitor.client.get_cookie("gradatim_guest") is None


def test_a_guests_work_joins_what_an_account_had(visitor: Visitor, other: Visitor, problem: Problem, bob: int) -> None:
    other.sign_in(BOB)
    other.send("older = 1\n", to="draft", data={"source": "older = 1\n", "revision": "0"})
    visitor.send("newer = 1\n", to="draft", data={"source": "newer = 1\n", "revision": "0"})
    sent = visitor.submit("newer = 1\n")
    visitor.sign_in(BOB)
    assert editor(visitor) == "newer = 1\n"
    history = visitor.get(f"{PAGE}/submissions").text
    assert "older = 1" in history
    assert "newer = 1" in history
    assert other.get(f"/submissions/{sent}").status_code == 200
    kept = re.findall(r'href="/submissions/(\d+)"', history)
    assert "was in your editor" in visitor.get(f"/submissions/{max(kept, key=int)}").text


def test_an_open_page_that_sends_before_the_next_is_read_loses_nothing(
    visitor: Visitor, problem: Problem, bob: int
) -> None:
    as_guest, headers = visitor.submit(), {**JSON, "X-CSRFToken": visitor.token()}
    visitor.sign_in(BOB)
    answer = visitor.client.post(f"{PAGE}/runs", data={"source": "x = 2\n"}, headers=headers)
    made = answer.get_json()["id"]
    for submission in (as_guest, made):
        assert visitor.get(f"/submissions/{submission}").status_code == 200


def test_a_forged_or_foreign_cookie_moves_nothing(visitor: Visitor, other: Visitor, problem: Problem, bob: int) -> None:
    sent = other.submit()
    visitor.client.set_cookie("gradatim_guest", "ImFiYyI.AAAA")
    visitor.sign_in(BOB)
    assert visitor.get("/").status_code == 200
    assert visitor.get(f"/submissions/{sent}").status_code == 404
    assert other.get(f"/submissions/{sent}").status_code == 200
