"""What supervisors and balancers ask: the truth, over plain HTTP, without a look at anything else."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from gradatim.app import create_app
from gradatim.db import Sessions
from gradatim.settings import Settings
from tests.web.visiting import Visitor


def test_a_site_that_lacks_nothing_is_alive_and_ready(visitor: Visitor) -> None:
    assert visitor.get("/healthz").get_json() == {"status": "ok"}
    assert visitor.get("/readyz").get_json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("setting", "url", "missing"),
    [
        ("database_url", "postgresql://nobody@127.0.0.1:1/none", "database"),
        ("broker_url", "redis://127.0.0.1:1/0", "broker"),
    ],
)
def test_what_is_missing_is_named_and_the_process_is_alive_all_the_same(
    settings: Settings, setting: str, url: str, missing: str
) -> None:
    client = create_app(settings.model_copy(update={setting: url})).test_client()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()) == (503, {"status": "waiting", "waiting_for": [missing]})
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("version", ["0001", "9999"], ids=["older", "newer"])
def test_a_database_of_another_version_is_not_ready(visitor: Visitor, sessions: Sessions, version: str) -> None:
    with sessions.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    answer = visitor.get("/readyz")
    assert (answer.status_code, answer.get_json()["waiting_for"]) == (503, ["schema"])


def test_a_broker_that_answers_is_ready(settings: Settings, redis_url: str) -> None:
    client = create_app(settings.model_copy(update={"broker_url": redis_url})).test_client()
    assert client.get("/readyz").status_code == 200


def test_they_answer_without_https_where_all_else_demands_it(settings: Settings, sessions: Sessions) -> None:
    app = create_app(settings.model_copy(update={"public_url": "https://example.org"}), sessions=sessions)
    client = app.test_client()
    assert client.get("/").status_code == 302
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200
