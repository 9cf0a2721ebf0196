"""Real services for the tests: private ones, started here and ended here. What is missing fails, it never skips."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# A shell that starts pytest in the background has it ignore Ctrl-C, and every program that a test starts as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

START_SECONDS = 30
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The SQLAlchemy address of an empty PostgreSQL database, on a socket in a folder of its own."""
    with _folder() as folder:
        user = _unprivileged(folder)
        data = folder / "data"
        _as(user, [_program("initdb"), "--no-sync", "--auth=trust", "--username=gradatim", "--pgdata", str(data)])
        settings = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", f"unix_socket_directories={folder}"]
        with _running([_program("postgres"), "-D", str(data), *settings], folder=folder, user=user):
            ask = [_program("psql"), "--host", str(folder), "--username=gradatim", "postgres"]
            _until(
                lambda: subprocess.run([*ask, "--command=select 1"], capture_output=True, check=False).returncode == 0
            )
            subprocess.run([*ask, "--quiet", "--command=create database gradatim"], check=True)
            yield f"postgresql+psycopg://gradatim@/gradatim?host={folder}"


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of an empty Redis, on a socket in a folder of its own."""
    with _folder() as folder:
        socket = folder / "redis.sock"
        command = [
            _program("redis-server"),
            "--port",
            "0",
            "--unixsocket",
            str(socket),
            "--save",
            "",
            "--dir",
            str(folder),
        ]
        with _running(command, folder=folder):
            _until(socket.exists)
            yield f"unix://{socket}"


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's browser: no other is ever downloaded."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "no Chromium here: `make test` installs it on Debian and Ubuntu"
    return found


@contextmanager
def _folder() -> Iterator[Path]:
    """A short path, unlike pytest's own: the path of a socket holds 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="gradatim-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _program(name: str) -> str:
    """The newest installed one; Debian keeps PostgreSQL's server out of the PATH."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(kept[-1]) if kept else shutil.which(name)
    assert found, f"{name} is missing: `make test` installs it"
    return found


def _unprivileged(folder: Path) -> str | None:
    """Whom PostgreSQL runs as: it refuses root, so then the user of Debian's package owns the folder."""
    if os.getuid():
        return None
    owner = pwd.getpwnam("postgres")
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return owner.pw_name


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _as(user: str | None, command: list[str]) -> None:
    done = subprocess.run(command, user=user, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr


@contextmanager
def _running(command: list[str], *, folder: Path, user: str | None = None) -> Iterator[None]:
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, user=user, stdout=log, stderr=log, cwd="/")
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)  # PostgreSQL's TERM waits for every connection that a test left open
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        assert time.monotonic() < deadline, f"it did not start within {START_SECONDS} s"
        time.sleep(0.05)
