"""What browsers are told."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from gradatim.app import create_app
from gradatim.settings import Settings
from gradatim_grader.problem import Problem
from tests.web.visiting import Visitor


@pytest.mark.parametrize("path", ["/", "/problems/doubling", "/login", "/nothing", "/healthz"])
def test_every_answer_carries_the_strict_policy(visitor: Visitor, problem: Problem, path: str) -> None:
    headers = visitor.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert re.fullmatch(r"'self' 'nonce-[\w-]{32,}'", policy["script-src"])
    assert re.fullmatch(r"'self' 'nonce-[\w-]{32,}'", policy["style-src"])
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert policy[name] == "'none'"
    assert (policy["form-action"], policy["img-src"]) == ("'self'", "'self' data:")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_each_answer_has_a_nonce_of_its_own_and_its_scripts_carry_it(visitor: Visitor, problem: Problem) -> None:
    nonces = set()
    for _ in range(2):
        answer = visitor.get("/problems/doubling")
        found = re.search(r"script-src 'self' 'nonce-([^']+)'", answer.headers["Content-Security-Policy"])
        assert found
        nonces.add(found.group(1))
        assert set(re.findall(r'<script[^>]*nonce="([^"]+)"', answer.text)) == {found.group(1)}
        run = [tag for tag in re.findall(r"<script[^>]*>", answer.text) if 'type="application/json"' not in tag]
        assert all("nonce=" in tag for tag in run)
    assert len(nonces) == 2


def test_no_page_uses_what_the_policy_forbids(visitor: Visitor, problem: Problem) -> None:
    made = visitor.submit()
    for path in ("/", "/problems/doubling", "/login", f"/submissions/{made}", "/nothing"):
        page = visitor.get(path).text
        assert not re.search(r"<[^>]+\sstyle=", page), path
        assert not re.search(r"<[^>]+\son[a-z]+=", page), path
        assert "javascript:" not in page


def cookies(app: Flask) -> list[str]:
    return Visitor(app.test_client()).get("/login", base_url="https://localhost").headers.getlist("Set-Cookie")


def test_cookies_are_out_of_reach_and_secure_where_the_site_is(settings: Settings) -> None:
    plain = create_app(settings)
    https = create_app(settings.model_copy(update={"public_url": "https://gradatim.example"}))
    assert cookies(plain)
    for cookie in cookies(plain) + cookies(https):
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
    assert all("Secure" in cookie for cookie in cookies(https))
    assert not any("Secure" in cookie for cookie in cookies(plain))


def test_https_is_required_only_where_the_site_has_it(settings: Settings) -> None:
    https = create_app(settings.model_copy(update={"public_url": "https://gradatim.example"}))
    assert https.test_client().get("/").status_code == 302
    assert "Strict-Transport-Security" in https.test_client().get("/", base_url="https://localhost").headers
    plain = create_app(settings).test_client().get("/")
    assert plain.status_code == 200
    assert "Strict-Transport-Security" not in plain.headers


def test_pages_are_not_kept_by_proxies(visitor: Visitor) -> None:
    assert visitor.get("/").headers["Cache-Control"] == "private, no-cache"
