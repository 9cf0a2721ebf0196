"""The whole composition for a while, under a project name, a port and secrets of its own."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from deploy import env, images
from gradatim.services import templates
from gradatim_grader import engine, owners
from proof.programs import free_port, is_ready
from tests.architecture.tree import ROOT

PATIENCE_SECONDS = 300
PROJECT_LABEL = "com.docker.compose.project"


def until(holds: Callable[[], Any], *, what: Callable[[], str]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what()
        time.sleep(0.2)


class Composition:
    """Brought up by `up`, taken down with everything that it made by `down`."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.project = f"gradatim-test-{os.getpid()}"
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._env = folder / "env"
        wanted = images.names()
        settings = {
            "GRADATIM_IMAGE": wanted.app,
            "GRADATIM_SERVICES_IMAGE": wanted.services,
            "GRADATIM_PORT": str(port),
            "GRADATIM_LOOK": "1s",
            **more,
        }
        self._env.write_text(env.text() + "".join(f"{name}={value}\n" for name, value in settings.items()))
        self.workers: list[str] = []
        self._database = ""
        self._hosts: set[str] = set()

    def compose(self, *words: str) -> str:
        done = subprocess.run(
            ["docker-compose", "--project-name", self.project, "--env-file", str(self._env), *words],
            cwd=ROOT,
            env=surroundings(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def up(self, *words: str) -> None:
        """Start everything, and return when the site is ready and its problems are published."""
        self.compose("up", "--detach", *words)
        self.workers, [self._database] = self.containers("worker"), self.containers("database")
        self._hosts = {each[:12] for each in self.workers + self.containers("publish")}
        until(lambda: is_ready(self.url), what=lambda: self.compose("logs", "--tail=20"))
        until(lambda: not self.running("publish"), what=lambda: self.compose("logs", "publish"))

    def down(self) -> None:
        """Stop everything and see that nothing of it is left."""
        self.compose("down", "--volumes", "--timeout", "30")
        for kind in (["ps", "--all"], ["volume", "ls"], ["network", "ls"]):
            assert docker(*kind, "--quiet", "--filter", f"label={PROJECT_LABEL}={self.project}") == ""
        assert self.sandboxes() == set()

    def containers(self, service: str) -> list[str]:
        return self.compose("ps", "--quiet", service).split()

    def running(self, service: str) -> bool:
        states = docker("inspect", "--format", "{{.State.Running}}", *self.containers(service)).split()
        return "true" in states

    def ask(self, query: str) -> str:
        """What its database answers, columns joined by a bar."""
        psql = f'PGPASSWORD=$DATABASE_PASSWORD psql -h 127.0.0.1 -U gradatim gradatim -Atc "{query}"'
        return docker("exec", self._database, "sh", "-c", psql)

    def sandboxes(self, host: str = "") -> set[str]:
        """Of its workers, or of one: containers beside its own, on the same engine."""
        wanted = {host} if host else self._hosts
        return {each.id for each in engine.containers() if owners.owner_of(each).partition("@")[0] in wanted}


def surroundings() -> dict[str, str]:
    """Without settings of whoever runs the tests."""
    named = ("GRADATIM_", "DATABASE_", "BROKER_", "COMPOSE_")
    return {name: value for name, value in os.environ.items() if not name.startswith(named)}


def docker(*words: str) -> str:
    done = subprocess.run(["docker", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def small_problem(folder: Path) -> Path:
    """A folder with one problem, as it begins: each costs the sandbox seconds to prove."""
    (folder / "problems").mkdir()
    templates.write("function", folder / "problems/running-mean")
    return folder / "problems"
