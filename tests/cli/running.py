"""Runs the installed command as a user would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = str(Path(sys.executable).with_name("gradatim"))
ATTEMPTS = ROOT / "tests" / "cases" / "attempts"


def environment(**settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADATIM_")}
    return kept | settings


def gradatim(
    *arguments: str | Path, stdin: bytes = b"", settings: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(**settings or {}),
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def only_line(done: subprocess.CompletedProcess[str]) -> str:
    """What a command that failed said; it must be one line, on standard error."""
    assert done.stdout == ""
    [line] = done.stderr.strip().splitlines()
    return line
