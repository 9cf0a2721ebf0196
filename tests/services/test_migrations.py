"""The migrations: they make what the models say, on both databases, and go back."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine

from gradatim import db
from gradatim.db import engine_for
from gradatim.errors import StartError
from gradatim.models import Base
from gradatim.services import migrating
from gradatim.settings import Settings
from tests.services import databases


@pytest.fixture(params=databases.BOTH)
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings for a database with nothing in it."""
    if request.param == "sqlite":
        return databases.settings_for(f"sqlite:///{tmp_path / 'fresh.sqlite3'}", var=tmp_path)
    url = sa.make_url(request.getfixturevalue("postgres_url"))
    admin = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(sa.text("DROP DATABASE IF EXISTS fresh"))
        connection.execute(sa.text("CREATE DATABASE fresh"))
    admin.dispose()
    return databases.settings_for(url.set(database="fresh").render_as_string(hide_password=False), var=tmp_path)


def test_the_migrations_make_exactly_what_the_models_say(fresh: Settings) -> None:
    assert migrating.upgrade(fresh)
    engine = engine_for(fresh.database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    assert _checks(engine) == {table.name: _names_in(table) for table in Base.metadata.sorted_tables}
    engine.dispose()


def test_a_second_upgrade_has_nothing_to_do(fresh: Settings) -> None:
    assert migrating.upgrade(fresh)
    assert not migrating.upgrade(fresh)


def test_going_back_leaves_nothing_and_forward_again_works(fresh: Settings) -> None:
    migrating.upgrade(fresh)
    _downgrade(fresh)
    engine = engine_for(fresh.database)
    assert set(sa.inspect(engine).get_table_names()) <= {"alembic_version"}
    engine.dispose()
    assert migrating.upgrade(fresh)


def test_a_database_of_a_newer_version_is_refused_in_one_line(fresh: Settings) -> None:
    migrating.upgrade(fresh)
    engine = engine_for(fresh.database)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for refuse in (lambda: migrating.upgrade(fresh), lambda: _check(fresh)):
        with pytest.raises(StartError, match="at version 9999, newer than this Gradatim") as refused:
            refuse()
        assert "\n" not in str(refused.value)


def test_a_database_of_this_version_is_taken_and_an_older_one_refused_with_the_command(fresh: Settings) -> None:
    with pytest.raises(StartError, match="is empty: run `gradatim db upgrade`"):
        _check(fresh)
    migrating.upgrade(fresh, to="0001")
    with pytest.raises(StartError, match=r"at version 0001, older than .*: run `gradatim db upgrade`"):
        _check(fresh)
    migrating.upgrade(fresh)
    _check(fresh)


def _check(settings: Settings) -> None:
    sessions = db.connect(settings.database)
    try:
        migrating.check(settings, sessions)
    finally:
        sessions.close()


def _downgrade(settings: Settings) -> None:
    config, engine = migrating.config_for(settings), engine_for(settings.database)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        connection.commit()
    engine.dispose()


def _checks(engine: Engine) -> dict[str, set[str]]:
    found = sa.inspect(engine)
    tables = [name for name in found.get_table_names() if name != "alembic_version"]
    return {table: {str(check["name"]) for check in found.get_check_constraints(table)} for table in tables}


def _names_in(table: sa.Table) -> set[str]:
    checks = (constraint for constraint in table.constraints if isinstance(constraint, sa.CheckConstraint))
    return {str(check.name) for check in checks}


def test_a_new_sqlite_file_is_its_owners_alone(tmp_path: Path) -> None:
    engine = engine_for(f"sqlite:///{tmp_path / 'new/site.sqlite3'}")
    with engine.begin() as connection:
        connection.execute(sa.text("create table one (id integer)"))
        modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()}
    engine.dispose()
    assert modes == {0o600}
