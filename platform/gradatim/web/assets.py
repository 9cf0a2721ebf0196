"""Addresses of the bundled scripts and styles, from the bundler's manifest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import structlog
from flask import Flask, url_for

MANIFEST = Path("dist/.vite/manifest.json")

log = structlog.get_logger(__name__)


class Assets:
    """Reads the manifest again when it changed, so that a new bundle needs no restart."""

    def __init__(self, static: Path) -> None:
        self._path = static / MANIFEST
        self._read_ns = -1  # never: a file in an image may be of the year 1970
        self._entries: dict[str, Any] = {}

    def url(self, name: str) -> str:
        """The address of a source file's bundle, `src/main.ts` say; empty where nothing was built."""
        entry = self._current().get(name)
        if entry is None:
            log.warning("not in the bundle; run `make bundle`", name=name)
            return ""
        return url_for("static", filename=f"dist/{entry['file']}")

    def _current(self) -> dict[str, Any]:
        try:
            changed_ns = self._path.stat().st_mtime_ns
            if changed_ns != self._read_ns:
                self._entries = json.loads(self._path.read_text())
                self._read_ns = changed_ns
        except (OSError, ValueError):  # missing, or being written just now
            return self._entries
        return self._entries


def init_assets(app: Flask) -> None:
    app.jinja_env.globals["asset"] = Assets(Path(str(app.static_folder))).url
