"""The step to lessons copies the table of submissions on SQLite: nothing that refers to it may be lost."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from gradatim.db import engine_for
from gradatim.services import migrating
from gradatim.settings import Settings
from tests.services import databases
from tests.services.test_migrations import fresh

__all__ = ["fresh"]

BEFORE, AFTER = "0001", "0002"
NOW = "2026-01-02 03:04:05+00:00"
ROWS = f"""
INSERT INTO users (active, is_guest, fs_uniquifier, created_at) VALUES (true, true, 'x', '{NOW}');
INSERT INTO problems (slug, created_at) VALUES ('doubling', '{NOW}');
INSERT INTO problem_versions (
    problem_id, digest, current, title, facts_json, examples_json, max_score, test_count, published_at
) VALUES (1, 'd', true, 'Doubling', '{{}}', '[]', 1, 1, '{NOW}');
INSERT INTO submissions (
    user_id, version_id, kind, source, created_at, state, attempt, not_before, trouble, faults, lapses, waiting_reason,
    sentence, score, max_score, naming, stdout, stderr, output_truncated, duration_ms, verdict, finished_at
) VALUES (
    1, 1, 'submit', 'x', '{NOW}', 'done', 1, '{NOW}', 0, 0, 0, '',
    '', 1, 1, 'none', '', '', false, 1, 'passed', '{NOW}'
);
INSERT INTO test_results (
    submission_id, ordinal, name, title, visible, outcome, points, max_points, duration_ms, message, hint
) VALUES (1, 0, 't', 'T', true, 'passed', 1, 1, 1, '', '')
"""


def count(connection: Connection, table: str) -> int:
    return connection.scalar(sa.text(f"SELECT count(*) FROM {table}")) or 0


def kind_accepted(settings: Settings, kind: str) -> bool:
    engine = engine_for(settings.database)
    try:
        with engine.begin() as connection:
            connection.execute(sa.text(f"UPDATE submissions SET kind = '{kind}'"))
        return True
    except sa.exc.IntegrityError:
        return False
    finally:
        engine.dispose()


def test_submissions_keep_their_results_and_a_new_kind_is_allowed(fresh: Settings) -> None:
    migrating.upgrade(fresh, to=BEFORE)
    engine = engine_for(fresh.database)
    with engine.begin() as connection:
        for row in ROWS.split(";"):
            connection.execute(sa.text(row))
    engine.dispose()
    assert not kind_accepted(fresh, "try")
    migrating.upgrade(fresh, to=AFTER)
    engine = engine_for(fresh.database)
    with engine.connect() as connection:
        assert (count(connection, "submissions"), count(connection, "test_results")) == (1, 1)
        if connection.dialect.name == "sqlite":
            assert connection.scalar(sa.text("PRAGMA foreign_keys")) == 1
    engine.dispose()
    assert kind_accepted(fresh, "try")
    assert not kind_accepted(fresh, "guess")


@pytest.mark.parametrize("table", ["users", "submissions"])
def test_what_belongs_to_somebody_still_goes_with_them(tmp_path: Path, table: str) -> None:
    settings = databases.settings_for(f"sqlite:///{tmp_path / 'fresh.sqlite3'}", var=tmp_path)
    migrating.upgrade(settings, to=BEFORE)
    engine = engine_for(settings.database)
    with engine.begin() as connection:
        for row in ROWS.split(";"):
            connection.execute(sa.text(row))
    migrating.upgrade(settings, to=AFTER)
    with engine.begin() as connection:
        connection.execute(sa.text(f"DELETE FROM {table}"))
        assert count(connection, "test_results") == 0
    engine.dispose()
