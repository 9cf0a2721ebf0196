"""What goes wrong is one clear line and an exit status, never a traceback. None of this needs the engine."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from proof.programs import free_port
from tests.cli.running import ATTEMPTS, gradatim, only_line

NO_ENGINE = {"DOCKER_HOST": "unix:///nothing/docker.sock"}
STARTER = ATTEMPTS / "starter.py"


@pytest.mark.parametrize("name", ["nothing", "../nothing", "/nothing", "No Slug", "docs"])
def test_no_such_problem_is_status_2(name: str) -> None:
    done = gradatim("grade", name, STARTER)
    assert done.returncode == 2
    assert "problem" in only_line(done)


def test_a_source_that_cannot_be_read_is_status_2(tmp_path: Path) -> None:
    for source in (tmp_path / "nothing.py", tmp_path):
        done = gradatim("grade", "positional-encoding", source)
        assert done.returncode == 2
        assert str(source) in only_line(done)


def test_a_faulty_problem_is_status_2_and_names_file_key_and_reason(tmp_path: Path) -> None:
    gradatim("problem", "new", "faulty", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    facts = tmp_path / "faulty" / "problem.toml"
    facts.write_text(facts.read_text().replace('difficulty = "easy"', 'difficulty = "trivial"'))
    done = gradatim("grade", tmp_path / "faulty", STARTER)
    assert done.returncode == 2
    line = only_line(done)
    for part in ("problem.toml", "difficulty", "trivial"):
        assert part in line


@pytest.mark.parametrize("arguments", [["grade"], ["grade", "x"], ["nonsense"], ["grade", "a", "b", "--nonsense"]])
def test_a_wrong_call_is_status_2(arguments: list[str]) -> None:
    done = gradatim(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["grade", "positional-encoding", str(STARTER)], ["sandbox", "build"]])
def test_without_an_engine_grading_fails_loudly_with_status_3(arguments: list[str]) -> None:
    done = gradatim(*arguments, settings=NO_ENGINE)
    assert done.returncode == 3
    assert "Docker" in only_line(done)


def test_serving_without_an_engine_is_one_line_and_status_1(tmp_path: Path) -> None:
    done = gradatim(
        "serve",
        settings={
            "GRADATIM_VAR": str(tmp_path),
            "GRADATIM_DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3",
            "GRADATIM_PORT": str(free_port()),
            "GRADATIM_WAIT_SECONDS": "1",
            **NO_ENGINE,
        },
    )
    assert done.returncode == 1
    assert "waiting for the engine, up to 1 s" in done.stdout
    last = done.stderr.splitlines()[-1]
    assert "the engine does not answer" in last
    assert "after 1 s" in last
    assert "Traceback" not in done.stderr


def test_a_busy_port_is_one_line_that_names_the_setting(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        done = gradatim("serve", settings={"GRADATIM_VAR": str(tmp_path), "GRADATIM_PORT": str(port)})
    assert done.returncode == 1
    line = only_line(done)
    assert str(port) in line
    assert "GRADATIM_PORT" in line


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"GRADATIM_PROT": "1"}, "did you mean GRADATIM_PORT?"),
        (
            {"GRADATIM_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/x", "GRADATIM_WAIT_SECONDS": "0"},
            "database does not answer",
        ),
        ({"GRADATIM_DATABASE_URL": "sqlite:////proc/nothing/x.sqlite3"}, "/proc/nothing"),
    ],
)
def test_what_is_wrong_around_a_command_is_one_line(settings: dict[str, str], said: str) -> None:
    done = gradatim("db", "upgrade", settings=settings)
    assert done.returncode == 1
    assert said in only_line(done)


@pytest.mark.parametrize("command", ["worker", "web"])
def test_a_part_of_its_own_needs_a_broker(command: str) -> None:
    done = gradatim(command)
    assert done.returncode == 1
    assert "GRADATIM_BROKER_URL" in only_line(done)


@pytest.mark.parametrize(
    "arguments",
    [
        ["worker"],
        ["web"],
        ["user", "create", "--email", "ann@example.org"],
        ["user", "reset", "ann@example.org"],
        ["prune"],
        ["problem", "publish", "positional-encoding"],
    ],
    ids=" ".join,
)
def test_what_finds_another_version_of_the_database_refuses_and_says_the_command(
    arguments: list[str], tmp_path: Path
) -> None:
    """Here one with nothing in it, of which each is an older version."""
    done = gradatim(
        *arguments,
        settings={
            "GRADATIM_DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
            "GRADATIM_BROKER_URL": "redis://127.0.0.1:1",
            "GRADATIM_PORT": str(free_port()),
        },
    )
    assert done.returncode == 1
    assert only_line(done).endswith("the database is empty: run `gradatim db upgrade`")


@pytest.mark.parametrize("command", ["worker", "web"])
def test_a_part_waits_for_its_broker_and_then_says_so(command: str, tmp_path: Path) -> None:
    settings = {
        "GRADATIM_DATABASE_URL": f"sqlite:///{tmp_path}/site.sqlite3",
        "GRADATIM_BROKER_URL": "redis://127.0.0.1:1",
        "GRADATIM_PORT": str(free_port()),
        "GRADATIM_WAIT_SECONDS": "1",
    }
    gradatim("db", "upgrade", settings={**settings, "GRADATIM_VAR": str(tmp_path)})
    done = gradatim(command, settings=settings)
    assert done.returncode == 1
    assert "waiting for the broker, up to 1 s" in done.stdout + done.stderr
    assert "the broker does not answer" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
