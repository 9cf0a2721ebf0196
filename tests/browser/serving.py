"""A real site for a while: `gradatim serve` on a free port, with a folder and a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from urllib.error import URLError

START_SECONDS = 150  # the first start on a machine may have to build the sandbox
STOP_SECONDS = 30


class Site:
    """Started by `start`, ended by `stop`; may be started again, and then it finds what it had."""

    def __init__(self, folder: Path, **more: str) -> None:
        """`more` are settings beside those that a site of its own needs."""
        self._folder, self._more = folder, more
        share_proofs(folder)
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def __enter__(self) -> Site:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def output(self) -> str:
        return (self._folder / "output").read_text()

    @property
    def environment(self) -> dict[str, str]:
        """Of the server, and of other commands for the same site."""
        settings = {
            "GRADATIM_PORT": str(self._port),
            "GRADATIM_VAR": str(self._folder),
            "GRADATIM_DATABASE_URL": f"sqlite:///{self._folder / 'site.sqlite3'}",
            "GRADATIM_SUBMISSIONS_PER_MINUTE": "1000",  # all tests come from one address
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADATIM_")}
        return kept | settings | self._more

    def start(self) -> None:
        with (self._folder / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [Path(sys.executable).with_name("gradatim"), "serve"],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # so that `kill` reaches all of it
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, f"the site ended at once: {self.output}"
            assert time.monotonic() < deadline, f"the site did not start: {self.output}"
            time.sleep(0.1)

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """`kill -9` of the server and of every process of it, at once."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False


def with_one_problem(folder: Path) -> dict[str, str]:
    """Settings of a site that publishes positional-encoding alone, which is there sooner."""
    problems = folder / "problems"
    problems.mkdir()
    (problems / "positional-encoding").symlink_to(Path(__file__).parents[2] / "problems/positional-encoding")
    return {"GRADATIM_PROBLEMS": str(problems)}


def share_proofs(folder: Path) -> None:
    """Let a site with a folder of its own know what was proven of the problems here, so that it starts in moments."""
    ours = Path(__file__).parents[2] / "var" / "check"
    ours.mkdir(parents=True, exist_ok=True)
    if not (folder / ours.name).exists():
        (folder / ours.name).symlink_to(ours)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
