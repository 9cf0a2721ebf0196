"""An engine in trouble is our trouble: one clear line, in bounded time, and never a verdict."""

from __future__ import annotations

import gc
import json
import os
import threading
import time
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from gradatim_grader import doctor, engine, owners
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.grader import Grader
from gradatim_grader.image import ensure
from gradatim_grader.making import Maker
from gradatim_grader.problem import Problem
from gradatim_grader.sandbox import SandboxSettings
from tests.cases.expected import CASES
from tests.grader.fake_engine import Answers, fake_engine, sound, talking_to

RIGHT = (CASES / "attempts/right_loops.py").read_bytes()


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """The client leaves sockets to the garbage collector where an engine does not answer."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def trouble_of_start() -> str:
    """The line that a start gives; it must come, which the time limit of each test sees to."""
    grader = Grader()
    try:
        with pytest.raises(EngineTrouble) as raised:
            grader.start()
        return str(raised.value)
    finally:
        grader.close()


def trouble_of_grading(problem: Problem) -> str:
    with Grader() as grader, pytest.raises(EngineTrouble) as raised:
        grader.grade(problem, RIGHT)
    return str(raised.value)


def all_of(status: int, body: object) -> Answers:
    return lambda path: (status, body)


def failing_at(start: str, answer: tuple[int, object] | None) -> Answers:
    return lambda path: answer if path.startswith(start) else sound(path)


def test_a_socket_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    with talking_to("unix:///nowhere/engine.sock", monkeypatch):
        line = trouble_of_start()
    assert "\n" not in line
    assert line.startswith("Docker Engine: ")


def test_a_socket_that_nobody_listens_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "dead.sock"))
        with talking_to(f"unix://{tmp_path}/dead.sock", monkeypatch):
            assert "refused" in trouble_of_start()


ANSWERS = {
    "an error in everything": (all_of(500, {"message": "the disk is on fire"}), "the disk is on fire"),
    "an answer that never comes": (lambda path: None, "timed out"),
    "no image": (failing_at("/images/", (404, {"message": "No such image"})), "gradatim sandbox build"),
    "no list of containers": (failing_at("/containers/json", (500, {"message": "database locked"})), "database locked"),
    "something that is no JSON": (all_of(200, b"<html>"), "Docker Engine: "),
    "JSON of another kind": (all_of(200, []), "Docker Engine: "),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_engine_that_cannot_be_started_with(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, expected = ANSWERS[name]
    with fake_engine(tmp_path, answers, monkeypatch):
        line = trouble_of_start()
    assert expected in line
    assert "\n" not in line


LATER = {
    "a full disk": (failing_at("/containers/create", (500, {"message": "no space left on device"})), "no space left"),
    "an unknown runtime": (failing_at("/containers/create", (400, {"message": "unknown runtime runsc"})), "runsc"),
    "a container without an id": (failing_at("/containers/create", (201, {})), "Docker Engine: "),
    "silence where a container is made": (failing_at("/containers/create", None), "timed out"),
}


@pytest.mark.parametrize("name", LATER)
def test_an_engine_that_fails_while_grading(
    name: str, positional_encoding: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, expected = LATER[name]
    with fake_engine(tmp_path, answers, monkeypatch):
        line = trouble_of_grading(positional_encoding)
    assert expected in line
    assert "\n" not in line


def test_the_flag_of_a_container_that_somebody_removed_is_our_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        fake_engine(tmp_path, failing_at("/containers/", (404, {"message": "No such container"})), monkeypatch),
        pytest.raises(EngineTrouble, match="No such container"),
    ):
        engine.ran_out_of_memory("gone")


def test_a_container_that_is_gone_is_removed_and_one_being_removed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for status in (404, 409):
        folder = tmp_path / str(status)
        folder.mkdir()
        with fake_engine(folder, failing_at("/containers/", (status, {"message": "so it is"})), monkeypatch):
            engine.remove("gone")


def test_building_the_image_and_the_doctor_say_one_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_engine(tmp_path, all_of(500, {"message": "the disk is on fire"}), monkeypatch):
        with pytest.raises(EngineTrouble, match=r"^Docker Engine: .*the disk is on fire"):
            ensure(print)
        with pytest.raises(EngineTrouble, match=r"^Docker Engine: .*the disk is on fire"):
            list(doctor.examine(Maker(SandboxSettings())))


@pytest.mark.docker
def test_a_container_that_does_not_come_up_is_removed_and_told(
    sandbox_image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(Maker):
        def body(self, *arguments: object) -> dict[str, object]:
            return {**super().body(*arguments), "Cmd": ["python3", "-c", "raise SystemExit(3)"]}  # type: ignore[arg-type]

    before = owned()
    with pytest.raises(EngineTrouble, match="does not get ready"):
        Failing(SandboxSettings()).student(256)
    assert owned() <= before


@pytest.mark.docker
def test_a_command_that_does_not_exist_is_told(sandbox_image: str) -> None:
    class Failing(Maker):
        def body(self, *arguments: object) -> dict[str, object]:
            return {**super().body(*arguments), "Cmd": ["no-such-program"]}  # type: ignore[arg-type]

    before = owned()
    with pytest.raises(EngineTrouble):
        Failing(SandboxSettings()).student(256)
    assert owned() <= before


@pytest.mark.docker
def test_grading_goes_on_when_the_engine_does(
    positional_encoding: Problem, sandbox_image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, refusing = engine.create, [True]

    def sometimes(body: dict[str, object]) -> str:
        if refusing:
            raise EngineTrouble("Docker Engine: not now")
        return create(body)

    monkeypatch.setattr(engine, "create", sometimes)
    with Grader() as grader:
        with pytest.raises(EngineTrouble, match="not now"):
            grader.grade(positional_encoding, RIGHT)
        assert "not now" in grader.status().last_engine_error
        refusing.clear()
        deadline = time.monotonic() + 60
        while True:
            try:
                assert grader.grade(positional_encoding, RIGHT).verdict == "passed"
                break
            except EngineTrouble:
                assert time.monotonic() < deadline
                time.sleep(0.5)


def owned() -> set[str]:
    pid = f"/{os.getpid()}/"
    return {each.id for each in engine.containers() if pid in each.labels.get(owners.OWNER_LABEL, "")}


class Elsewhere(BaseHTTPRequestHandler):
    """An engine of another machine, with three processors."""

    def do_GET(self) -> None:
        body = json.dumps({"NCPU": 3, "ApiVersion": "1.41"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def test_containers_are_bound_to_the_processors_of_the_engines_own_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            with talking_to(f"tcp://127.0.0.1:{server.server_port}", monkeypatch):
                assert engine.processors() == (0, 1, 2)
        finally:
            server.shutdown()
            thread.join()
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    assert set(engine.processors()) == os.sched_getaffinity(0)
