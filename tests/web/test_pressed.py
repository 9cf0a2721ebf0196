"""What is sent pressed, to whom, and that it is the same thing."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from gradatim.web.pressed import init_pressed

CONTENT = b"main { color: black }\n" * 50


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """Of an application that has static files only."""
    (tmp_path / "main.css").write_bytes(CONTENT)
    (tmp_path / "main.css.gz").write_bytes(gzip.compress(CONTENT))
    (tmp_path / "main.css.br").write_bytes(b"as brotli would")
    app = Flask("static", static_folder=str(tmp_path), static_url_path="/static")
    init_pressed(app)
    return app.test_client()


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        pytest.param("gzip, deflate, br", "br", id="a browser of today"),
        pytest.param("gzip", "gzip", id="an older one"),
        pytest.param("identity", None, id="one that takes nothing pressed"),
    ],
)
def test_a_browser_gets_what_it_can_read(client: FlaskClient, accepted: str, encoding: str | None) -> None:
    with client.get("/static/main.css", headers={"Accept-Encoding": accepted}) as response:
        assert response.headers.get("Content-Encoding") == encoding
        assert response.mimetype == "text/css"


@pytest.mark.parametrize("name", ["../secret", "none.css", "%2e%2e/secret"])
def test_nothing_but_static_files_is_sent(client: FlaskClient, tmp_path: Path, name: str) -> None:
    (tmp_path.parent / "secret.gz").write_bytes(b"secret")
    with client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"}) as response:
        assert response.status_code == 404


def test_a_pressed_page_is_the_same_page(app: Flask) -> None:
    client = app.test_client()
    plain = client.get("/", headers={"Accept-Encoding": "identity"})
    pressed = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert pressed.headers["Content-Encoding"] == "gzip"
    assert int(pressed.headers["Content-Length"]) == len(pressed.get_data()) < len(plain.get_data())
    text = gzip.decompress(pressed.get_data()).decode()
    assert "No problem has been published yet" in text
    assert "Accept-Encoding" in pressed.headers["Vary"]


def test_a_page_that_repeats_its_address_is_not_pressed(app: Flask) -> None:
    answer = app.test_client().get("/login?next=/guess", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


def test_small_answers_and_data_stay_as_they_are(app: Flask) -> None:
    response = app.test_client().get("/healthz", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in response.headers
    assert response.get_json() == {"status": "ok"}
