"""A program that was started here: it can be ended, killed, frozen and thawed, and is never left behind."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.error import URLError

GRADATIM = Path(sys.executable).with_name("gradatim")
START_SECONDS = 240.0  # a first start proves the problems
STOP_SECONDS = 20.0


class NotStarted(Exception):
    """A program did not come up; the message says which and what it printed last."""


class Program:
    """One process and its own group. What it prints is appended to `log`."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        log: Path,
        environment: Mapping[str, str] | None = None,
        user: str | None = None,
        folder: Path | None = None,
    ) -> None:
        self._command, self._log = [str(part) for part in command], log
        self._environment, self._user, self._folder = environment, user, folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        if self._process is None:
            raise NotStarted(f"{self._command[0]} was not started")
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, *, ready: Callable[[], bool] = lambda: True) -> None:
        """Start it and wait until it is ready. Raises NotStarted."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=None if self._environment is None else dict(self._environment),
                user=self._user,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while not ready():
            if not self.runs or time.monotonic() > deadline:
                self.kill()
                said = self._log.read_text(errors="replace").strip().splitlines()[-5:]
                raise NotStarted(f"{self._command[0]} did not start: {' / '.join(said)}")
            time.sleep(0.05)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Ask it to end, and end it where it does not."""
        if self._process is None:
            return
        if self.runs:
            self._process.send_signal(number)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def kill(self) -> None:
        """End it and every process of its group at once, as kill -9 does."""
        if self._process is not None:
            if self.runs:
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        os.killpg(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        if self.runs:
            os.killpg(self.pid, signal.SIGCONT)


def found(name: str, *, elsewhere: str = "") -> str:
    """Where a program is: on the path, or the newest that matches the pattern `elsewhere`."""
    place = shutil.which(name)
    if elsewhere:
        kept = sorted(
            Path("/").glob(elsewhere.lstrip("/")), key=lambda path: [int(n) for n in path.parts if n.isdigit()]
        )
        place = str(kept[-1]) if kept else place
    if place is None:
        raise NotStarted(f"{name} is missing: `make test` installs it")
    return place


def unprivileged(folder: Path) -> str | None:
    """Whom PostgreSQL runs as: it refuses root, so then the user of Debian's package owns the folder."""
    if os.getuid():
        return None
    owner = pwd.getpwnam("postgres")
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return owner.pw_name


def end_when_told() -> None:
    """Have Ctrl-C and SIGTERM end this process by an exception, in the background too: what it started ends with it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def settings_alone(settings: Mapping[str, str]) -> dict[str, str]:
    """The environment of a site that is to have these settings and no other of ours."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("GRADATIM_")}
    return others | dict(settings)


def is_ready(url: str) -> bool:
    """Whether the site at an address takes visitors."""
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as response:
            return bool(response.status == 200)
    except (URLError, OSError):
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
