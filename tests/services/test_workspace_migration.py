"""The step to workspaces copies the table of submissions on SQLite, and lets it hold calls and what was cancelled."""

from __future__ import annotations

import sqlalchemy as sa

from gradatim.db import engine_for
from gradatim.services import migrating
from gradatim.settings import Settings
from tests.services.test_lesson_migration import ROWS, count, kind_accepted
from tests.services.test_migrations import fresh

__all__ = ["fresh"]


def test_submissions_keep_their_results_and_may_be_calls_and_be_cancelled(fresh: Settings) -> None:
    migrating.upgrade(fresh, to="0002")
    engine = engine_for(fresh.database)
    with engine.begin() as connection:
        for row in ROWS.split(";"):
            connection.execute(sa.text(row))
    engine.dispose()
    migrating.upgrade(fresh, to="0003")
    assert kind_accepted(fresh, "call")
    assert kind_accepted(fresh, "try")
    assert not kind_accepted(fresh, "guess")
    engine = engine_for(fresh.database)
    with engine.begin() as connection:
        assert (count(connection, "submissions"), count(connection, "test_results")) == (1, 1)
        cancelled = "UPDATE submissions SET state = 'cancelled', verdict = NULL, finished_at = NULL"
        connection.execute(sa.text(cancelled))
    engine.dispose()
