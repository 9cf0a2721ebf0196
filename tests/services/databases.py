"""Databases with our tables in them, made by the migrations."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim.services import migrating
from gradatim.settings import Settings


def settings_for(url: str, *, var: Path) -> Settings:
    return Settings(database_url=url, var=var)


def migrated_sqlite(folder: Path) -> Path:
    path = folder / "migrated.sqlite3"
    migrating.upgrade(settings_for(f"sqlite:///{path}", var=folder))
    return path


BOTH = [pytest.param("sqlite", id="SQLite"), pytest.param("postgres", id="PostgreSQL", marks=pytest.mark.postgres)]
