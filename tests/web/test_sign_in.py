"""Signing in and out."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts
from gradatim.web.limits import GUESSES, SIGN_INS
from tests.web.visiting import JSON, PASSWORD, Visitor


@pytest.fixture
def ann(sessions: Sessions) -> str:
    accounts.create_user(sessions, email="ann@example.org", role=RoleName.INSTRUCTOR, password=PASSWORD)
    return "ann@example.org"


def test_an_instructor_signs_in_and_out(visitor: Visitor, ann: str) -> None:
    assert visitor.sign_in(ann).location == "/"
    assert "/staff" in visitor.get("/").text
    answer = visitor.client.post("/logout", data={"csrf_token": visitor.token()})
    assert answer.status_code == 302
    assert visitor.get("/staff").status_code == 302


def test_the_first_instructors_address_can_be_used_to_sign_in(visitor: Visitor, sessions: Sessions) -> None:
    password = accounts.first_instructor(sessions)
    assert password is not None
    assert visitor.sign_in(accounts.FIRST_INSTRUCTOR, password).status_code == 302


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(visitor: Visitor, ann: str) -> None:
    answers = [visitor.sign_in(ann, "wrong password"), visitor.sign_in("nobody@example.org", "wrong password")]
    assert {answer.status_code for answer in answers} == {200}
    texts = [
        answer.text.split("<main")[1].replace(ann, "ADDRESS").replace("nobody@example.org", "ADDRESS")
        for answer in answers
    ]
    without_tokens = [text.split('name="csrf_token"')[1].partition(">")[2] for text in texts]
    assert without_tokens[0] == without_tokens[1]


def test_a_guest_cannot_sign_in_with_nothing(visitor: Visitor) -> None:
    assert visitor.sign_in("", "").status_code == 200
    assert visitor.get("/staff").status_code == 302


def test_guessing_is_slowed_down(visitor: Visitor, ann: str) -> None:
    allowed = int(SIGN_INS.split()[0])
    statuses = [visitor.sign_in(ann, "wrong password").status_code for _ in range(allowed + 1)]
    assert statuses == [200] * allowed + [429]


@pytest.mark.parametrize("target", ["//evil.example/", "https://evil.example/", "/\\evil.example"])
def test_signing_in_leads_nowhere_else(visitor: Visitor, ann: str, target: str) -> None:
    form = {"email": ann, "password": PASSWORD, "csrf_token": visitor.token("/login")}
    answer = visitor.client.post("/login", query_string={"next": target}, data=form)
    assert urlsplit(answer.location or "/").netloc == ""
    assert not (answer.location or "/").startswith(("//", "/\\"))


def test_no_sign_in_without_the_pages_token(visitor: Visitor, ann: str) -> None:
    visitor.get("/login")
    answer = visitor.client.post("/login", data={"email": ann, "password": PASSWORD})
    assert answer.status_code == 400
    assert visitor.get("/staff").status_code == 302


def test_leaving_needs_the_pages_token_too(member: Callable[[RoleName], Visitor]) -> None:
    instructor = member(RoleName.INSTRUCTOR)
    assert instructor.client.post("/logout").status_code == 400
    assert instructor.get("/staff").status_code == 200


@pytest.mark.parametrize("path", ["/tf-rescue", "/tf-select", "/fs-static/x.css", "/us-signin", "/wan-signin"])
def test_nothing_is_open_that_was_not_meant_to_be(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_a_token_that_is_not_a_cookie_signs_nobody_in(visitor: Visitor, other: Visitor, ann: str) -> None:
    form = {"email": ann, "password": PASSWORD, "csrf_token": visitor.token("/login")}
    answer = visitor.client.post("/login?include_auth_token=1", data=form, headers=JSON)
    token = answer.get_json()["response"]["user"]["authentication_token"]
    for way in ({"headers": {"Authentication-Token": token}}, {"query_string": {"auth_token": token}}):
        assert other.get("/staff", **way).status_code == 302


def test_a_class_behind_one_address_can_sign_in_at_once(app: Flask, ann: str) -> None:
    for _ in range(2 * int(SIGN_INS.split()[0])):
        assert Visitor(app.test_client()).sign_in(ann).status_code == 302


def test_one_account_cannot_be_guessed_at_from_many_addresses(visitor: Visitor, ann: str) -> None:
    allowed = int(GUESSES.split()[0])
    token = visitor.token("/login")
    for number in range(allowed + 1):
        form = {"email": ann.upper(), "password": "wrong password", "csrf_token": token}
        answer = visitor.client.post("/login", data=form, environ_base={"REMOTE_ADDR": f"10.0.0.{number}"})
    assert answer.status_code == 429


def test_a_password_is_the_same_however_its_letters_were_composed(visitor: Visitor, sessions: Sessions) -> None:
    accounts.create_user(sessions, email="bob@example.org", role=RoleName.STUDENT, password="grüße aus köln")
    assert visitor.sign_in("bob@example.org", "gru\u0308ße aus ko\u0308ln").status_code == 302
