"""Real services for the tests: private ones, started here and ended here. What is missing fails, it never skips."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gradatim.services import passwords
from proof.services import Postgres, Redis, started

passwords.COST.update(time_cost=1, memory_cost=8, parallelism=1)  # real hashes, but cheap ones

# A shell that starts pytest in the background has it ignore Ctrl-C, and every program that a test starts as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The SQLAlchemy address of an empty PostgreSQL database, on a socket in a folder of its own."""
    with _folder() as folder, started(Postgres(folder)) as postgres:
        yield postgres.url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of an empty Redis, on a socket in a folder of its own."""
    with _folder() as folder, started(Redis(folder)) as redis:
        yield redis.url


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's browser: no other is ever downloaded."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "no Chromium here: `make test` installs it on Debian and Ubuntu"
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium: str) -> dict[str, Any]:
    return {
        "executable_path": chromium,
        "headless": True,
        "args": ["--no-sandbox", "--disable-background-networking"],
    }


@contextmanager
def _folder() -> Iterator[Path]:
    """A short path, unlike pytest's own: the path of a socket holds 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="gradatim-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
