"""What earlier checks found out, kept in a folder: one file for each source, safe to delete at any time.

A finding is kept under digests of everything that it depends on, so it is never wrong, only absent. Two checks at once
may lose each other's findings, never mix them.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

MOST_FILES = 5000

MOST_OUTCOMES = 1000  # of one source: tests change often while a problem is written


class Findings(msgspec.Struct):
    """Of one source. `caught`: by a test's digest; `named` and `calls`: by a digest of what the answer depends on.

    `endless_in`: the digest of a test in which it gave no answer; what follows was not run.
    """

    caught: dict[str, bool] = {}
    endless_in: str = ""
    named: dict[str, list[str]] = {}
    calls: dict[str, list[str]] = {}


class Known:
    """Findings of sources in one environment. `folder`: where to keep them; None keeps nothing."""

    def __init__(self, folder: Path | None, *, environment: str) -> None:
        self._folder, self._environment = folder, environment

    def of(self, source: str) -> Findings:
        if self._folder is not None:
            with suppress(OSError, msgspec.MsgspecError):
                path = self._path(self._folder, source)
                content = path.read_bytes()
                os.utime(path)
                return msgspec.msgpack.decode(content, type=Findings)
        return Findings()

    def keep(self, source: str, findings: Findings) -> None:
        """Write them down. A full or read-only disk costs time at the next check, and nothing else."""
        if self._folder is None:
            return
        findings.caught = dict(list(findings.caught.items())[-MOST_OUTCOMES:])
        path = self._path(self._folder, source)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(msgspec.msgpack.encode(findings))
            draft.replace(path)

    def tidy(self) -> None:
        """Remove what was not used for longest, beyond a number of files."""
        if self._folder is None:
            return
        with suppress(OSError):
            files = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in files[MOST_FILES:]:
                path.unlink(missing_ok=True)

    def _path(self, folder: Path, source: str) -> Path:
        digest = hashlib.sha256(f"{len(self._environment)} {self._environment}{source}".encode())
        return folder / digest.hexdigest()
