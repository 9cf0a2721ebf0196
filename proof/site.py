"""A real site on one machine for a while: `gradatim serve` on a free port, with a folder and a database of its own."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from proof import ROOT
from proof.programs import GRADATIM, Program, free_port, is_ready, settings_alone

NO_LIMIT = "1000000"  # everybody here comes from one address


class Site:
    """Started by `start`, ended by `stop`; may be started again, and then it finds what it had. Raises NotStarted."""

    def __init__(self, folder: Path, **more: str) -> None:
        """`more` are settings beside those that a site of its own needs."""
        share_proofs(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        own = {
            "GRADATIM_PORT": str(self.port),
            "GRADATIM_VAR": str(folder),
            "GRADATIM_DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
            "GRADATIM_SUBMISSIONS_PER_MINUTE": NO_LIMIT,
        }
        self.environment = settings_alone(own | more)  # of the server, and of other commands for the same site
        self._output = folder / "output"
        self._server = Program([GRADATIM, "serve"], log=self._output, environment=self.environment)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Of the process that watches over the one that serves."""
        return self._server.pid

    @property
    def output(self) -> str:
        return self._output.read_text()

    @property
    def runs(self) -> bool:
        return self._server.runs

    def start(self) -> None:
        self._server.start(ready=lambda: is_ready(self.url))

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        """`kill -9` of the server and of every process of it, at once."""
        self._server.kill()


def with_one_problem(folder: Path) -> dict[str, str]:
    """Settings of a site that publishes positional-encoding alone, which is there sooner."""
    problems = folder / "problems"
    problems.mkdir()
    (problems / "positional-encoding").symlink_to(ROOT / "problems/positional-encoding")
    return {"GRADATIM_PROBLEMS": str(problems)}


def share_proofs(folder: Path) -> None:
    """Let a site with a folder of its own know what was proven of the problems here, so that it starts in moments."""
    ours = ROOT / "var/check"
    ours.mkdir(parents=True, exist_ok=True)
    if not (folder / ours.name).exists():
        (folder / ours.name).symlink_to(ours)
