"""(g), the server: a real `gradatim serve` with a folder, a database and a port of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError

START_SECONDS = 180.0  # the first start on a machine proves the problems
STOP_SECONDS = 20.0
NO_LIMIT = 1_000_000


class NotStarted(Exception):
    """The site did not come up; the message is what it said."""


class Site:
    """Runs between enter and exit."""

    def __init__(self, folder: Path) -> None:
        self._output = folder / "output"
        proofs = Path("var/check").resolve()  # what was proven of the problems here needs no second proof
        proofs.mkdir(parents=True, exist_ok=True)
        if not (folder / proofs.name).exists():
            (folder / proofs.name).symlink_to(proofs)
        self.port = _free_port()
        ours = {
            "GRADATIM_PORT": str(self.port),
            "GRADATIM_VAR": str(folder),
            "GRADATIM_DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
            "GRADATIM_SUBMISSIONS_PER_MINUTE": str(NO_LIMIT),
        }
        others = {name: value for name, value in os.environ.items() if not name.startswith("GRADATIM_")}
        self._environment = others | ours

    def __enter__(self) -> Self:
        command = [str(Path(sys.executable).with_name("gradatim")), "serve"]
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(command, env=self._environment, stdout=output, stderr=output)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._stop()
                raise NotStarted(self._output.read_text())
            time.sleep(0.05)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    @property
    def pid(self) -> int:
        """Of the process that watches over the one that serves."""
        return self._process.pid

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False

    def _stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
