"""At a start everything is waited for, which is said, and then given up, which is said too."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from gradatim import db
from gradatim.errors import StartError
from gradatim.services import waiting
from gradatim.settings import Settings
from tests.grader.fake_engine import fake_engine, sound


def test_what_comes_in_time_is_waited_for_and_it_is_said_for_what() -> None:
    answers = ["no route", "no route", None]
    said: list[str] = []
    waiting.wait_for("the thing", lambda: answers.pop(0), seconds=60, say=said.append)
    assert said == ["waiting for the thing, up to 60 s: no route"]
    assert answers == []


def test_what_does_not_come_is_one_line() -> None:
    with pytest.raises(StartError, match=r"^the thing does not answer: no route \(after 0.1 s\)$"):
        waiting.wait_for("the thing", lambda: "no route", seconds=0.1, say=lambda line: None)


@pytest.mark.parametrize("seconds", [0, 0.1])
def test_a_database_that_is_not_there(seconds: float) -> None:
    settings = Settings(database_url="postgresql://nobody@127.0.0.1:1/none", wait_seconds=seconds)
    sessions = db.connect(settings.database)
    said: list[str] = []
    with pytest.raises(StartError, match=r"the database does not answer: .*refused") as refused:
        waiting.wait_for_database(settings, sessions, say=said.append)
    assert "\n" not in str(refused.value)
    assert bool(said) == bool(seconds)


def test_a_broker_that_comes_late(redis_url: str) -> None:
    waiting.wait_for_broker(Settings(broker_url=redis_url), say=pytest.fail)
    with pytest.raises(StartError, match=r"the broker does not answer: .*refused"):
        waiting.wait_for_broker(Settings(broker_url="redis://127.0.0.1:1", wait_seconds=0), say=pytest.fail)
    waiting.wait_for_broker(Settings(), say=pytest.fail)  # none is set: the queue is in memory


def test_an_engine_that_comes_late_and_one_without_the_sandbox_image(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    up = threading.Event()

    def answers(path: str) -> tuple[int, object] | None:
        if not up.is_set():
            up.set()
            return 500, {"message": "the engine starts"}
        return (404, {"message": "no such image"}) if path.startswith("/images/") else sound(path)

    refused = pytest.raises(StartError, match="no sandbox image of this version: run `gradatim sandbox build`")
    with fake_engine(tmp_path, answers, monkeypatch), refused:
        waiting.wait_for_sandbox(Settings(wait_seconds=30), say=said.append)
    [line] = said
    assert line.startswith("waiting for the engine, up to 30 s: Docker Engine: ")
    assert "the engine starts" in line
