"""(a) and (b): the same tests under plain pytest, in one container that stays and in a cold one each time."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from bench import inside

# Of the sandbox's settings only the missing network: with one, the engine would take longer.
RUN = ["docker", "run", "--rm", "--interactive", "--network=none", "--label=gradatim=bench"]


class Failed(Exception):
    """Plain pytest did not pass what it must."""


class PlainPytest:
    """One container that stays; `run` starts a new process in it."""

    def __init__(self, image: str, folder: bytes) -> None:
        self._process = _container(image)
        self._write(_framed(folder))

    def __enter__(self) -> Self:
        self.run()  # compiles the tests
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def run(self) -> float:
        """Seconds of one `python -m pytest`, as its container sees them."""
        self._write(b"run\n")
        assert self._process.stdout is not None
        return _seconds(self._process.stdout.readline())

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()


def cold(image: str, folder: bytes) -> float:
    """Seconds of one `docker run` with one pytest in it."""
    began = time.perf_counter()
    said, _ = _container(image).communicate(_framed(folder) + b"run\n")
    taken = time.perf_counter() - began
    _seconds(said)
    return taken


def _container(image: str) -> subprocess.Popen[bytes]:
    command = [*RUN, image, "python3", "-c", Path(inside.__file__).read_text()]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _framed(folder: bytes) -> bytes:
    return b"%d\n%s" % (len(folder), folder)


def _seconds(line: bytes) -> float:
    status, seconds, said = json.loads(line)
    if status:
        raise Failed(f"plain pytest ended with status {status}: {said}")
    return float(seconds)
