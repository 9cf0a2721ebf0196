"""Errors are pages, and JSON where JSON is asked for; never a traceback."""

from __future__ import annotations

import pytest
from flask import Flask

from gradatim.app import create_app
from gradatim.db import Sessions
from gradatim.settings import Settings
from gradatim_grader.problem import Problem
from tests.web.visiting import JSON, Visitor


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/problems/nothing",
        "/problems/nothing/submissions",
        "/submissions/1",
        "/submissions/99999999999999999999",
        "/submissions/-1",
        "/submissions/x.json",
        "/problems/..%2f..%2fetc/submissions",
        "/static/nothing.css",
        "/static/../settings.py",
    ],
)
def test_what_does_not_exist_is_a_404_page(visitor: Visitor, problem: Problem, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 404
    if not path.endswith(".json"):
        assert "<h1>" in answer.text
    json = visitor.get(path, headers=JSON)
    assert (json.status_code, json.get_json()["error"]["code"]) == (404, "not_found")


def test_another_method_is_a_405_page_that_says_which(visitor: Visitor) -> None:
    answer = visitor.get("/problems/doubling/runs")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "<h1>" in answer.text


def test_a_fault_of_ours_is_a_page_without_its_details(app: Flask, visitor: Visitor) -> None:
    def fail() -> str:
        raise RuntimeError("a secret detail")

    app.add_url_rule("/fails", "fails", fail)
    for headers in ({}, JSON):
        answer = visitor.get("/fails", headers=headers)
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text


def test_too_often_is_a_429_that_says_when_to_come_back(
    settings: Settings, sessions: Sessions, problem: Problem
) -> None:
    app = create_app(settings.model_copy(update={"submissions_per_minute": 2}), sessions=sessions)
    visitor = Visitor(app.test_client())
    visitor.submit()  # makes the guest
    statuses = [visitor.send(to="runs").status_code for _ in range(4)]
    assert 429 in statuses
    answer = visitor.send(to="runs")
    assert answer.status_code == 429
    assert answer.get_json()["error"]["code"] == "too_often"
    assert int(answer.headers["Retry-After"]) > 0
    page = visitor.send(to="runs", headers={"Accept": "text/html"})
    assert page.status_code == 429
    assert "nothing is lost" in page.text


def test_a_database_that_is_gone_is_a_503_for_readiness_and_a_kind_wait_for_people(
    settings: Settings, visitor: Visitor
) -> None:
    gone = create_app(settings.model_copy(update={"database_url": "postgresql://nobody@127.0.0.1:1/none"}))
    client = gone.test_client()
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "Nothing is lost" in answer.text
    assert "<h1>" in answer.text
