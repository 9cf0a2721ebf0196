"""Backups: made while the site runs, restored into an empty site on either database, and nothing is different."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, select

from gradatim import db
from gradatim.db import Sessions
from gradatim.models import Base, Kind, RoleName, Submission, WorkerPresence
from gradatim.services import accounts, drafts, grading, migrating, presence
from gradatim.services.backups import making as backing_up
from gradatim.services.backups import restoring
from gradatim.services.backups.file import BackupError
from gradatim.settings import Settings
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import databases, making
from tests.services.fakes import report_of
from tests.services.test_migrations import fresh

__all__ = ["fresh"]

Tables = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def site(sessions: Sessions, problem: Problem, database_url: str, tmp_path: Path) -> Settings:
    """A site with some of everything, the strangest bytes included."""
    accounts.create_user(sessions, email="ann@example.org", role=RoleName.ADMIN)
    for verdict in (Verdict.PASSED, Verdict.FAILED, Verdict.SYSTEM_ERROR):
        made = making.submitted(sessions, source=b"# \xc3\xa9 \r\n\x00\xff")
        claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
        if claim is not None:
            grading.finish(sessions, claim, report=report_of(problem, verdict=verdict))
    making.submitted(sessions, kind=Kind.RUN)
    guest = making.guest(sessions)
    drafts.save(sessions, user_id=guest, slug="doubling", source="x = '\N{SNOWMAN}'".encode(), revision=0)
    presence.beat(sessions, owner="w", name="w")
    return databases.settings_for(database_url, var=tmp_path)


def everything(url: str) -> Tables:
    """Every row of every table that there is, but for what tells of processes."""
    opened = db.connect(url)
    with opened.read() as session:
        assert set(inspect(opened.engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
        found = {
            table.name: sorted((tuple(row) for row in session.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
            if table.name != WorkerPresence.__tablename__
        }
    opened.close()
    return found


def test_what_is_restored_into_an_empty_site_is_what_there_was(site: Settings, fresh: Settings, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    counts = backing_up.make(site, file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert counts["submissions"] >= 2
    before = everything(site.database)
    assert restoring.restore(fresh, file) == counts
    assert everything(fresh.database) == before
    opened = db.connect(fresh.database)
    assert making.submitted(opened).id > max(row[0] for row in before["submissions"])  # no number is given twice
    opened.close()


def test_a_backup_shows_one_moment_whatever_goes_on_meanwhile(
    site: Settings, sessions: Sessions, fresh: Settings, tmp_path: Path
) -> None:
    before = everything(site.database)

    def meanwhile(table: str, done: int, total: int) -> None:
        making.submitted(sessions)

    backing_up.make(site, tmp_path / "backup", tell=meanwhile)
    restoring.restore(fresh, tmp_path / "backup")
    assert everything(fresh.database) == before
    assert len(everything(site.database)["submissions"]) > len(before["submissions"])


def test_a_database_that_is_not_empty_is_refused_and_stays(site: Settings, tmp_path: Path) -> None:
    backing_up.make(site, tmp_path / "backup")
    before = everything(site.database)
    with pytest.raises(BackupError, match="not empty"):
        restoring.restore(site, tmp_path / "backup")
    assert everything(site.database) == before


@pytest.fixture
def lite(tmp_path: Path) -> Settings:
    """A migrated site on SQLite with one problem in it."""
    settings = databases.settings_for(f"sqlite:///{tmp_path / 'lite.sqlite3'}", var=tmp_path)
    migrating.upgrade(settings)
    opened = db.connect(settings.database)
    making.published(opened)
    opened.close()
    return settings


def cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def without_end(whole: bytes) -> bytes:
    plain = gzip.decompress(whole)
    return gzip.compress(plain[: plain.rindex(b"\x82\xa4type\xa3end") - 4])


def one_bit_wrong(whole: bytes) -> bytes:
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]


@pytest.mark.parametrize(
    "spoil",
    [cut, without_end, one_bit_wrong, lambda whole: b"", lambda whole: gzip.compress(b"hello"), lambda whole: b"PK"],
    ids=["cut off", "without its end", "one bit wrong", "empty", "another file in gzip", "another file"],
)
def test_a_broken_file_is_one_line_and_nothing_is_half_restored(
    lite: Settings, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    file, target = tmp_path / "backup", tmp_path / "empty.sqlite3"
    backing_up.make(lite, file)
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(BackupError) as raised:
        restoring.restore(databases.settings_for(f"sqlite:///{target}", var=tmp_path), file)
    assert str(file) in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not target.exists()


def test_another_schema_is_refused_when_backing_up_and_when_restoring(
    lite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backing_up.make(lite, tmp_path / "backup")
    target = databases.settings_for(f"sqlite:///{tmp_path / 'empty.sqlite3'}", var=tmp_path)
    monkeypatch.setattr(migrating, "head_of", lambda settings: "9999")
    with pytest.raises(BackupError, match="db upgrade"):
        backing_up.make(lite, tmp_path / "another")
    assert not (tmp_path / "another").exists()
    with pytest.raises(BackupError, match="9999"):
        restoring.restore(target, tmp_path / "backup")
    assert not (tmp_path / "empty.sqlite3").exists()


def test_no_file_is_written_over_and_none_is_left_half_written(
    lite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup"
    file.write_text("precious")
    with pytest.raises(BackupError, match="exists"):
        backing_up.make(lite, file)
    assert file.read_text() == "precious"

    def fails(table: str, done: int, total: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        backing_up.make(lite, tmp_path / "second", tell=fails)
    assert [path.name for path in tmp_path.iterdir() if "second" in path.name] == []


def test_what_the_engine_of_a_queue_does_not_know_still_stands_in_line(lite: Settings, tmp_path: Path) -> None:
    opened = db.connect(lite.database)
    made = making.submitted(opened)
    opened.close()
    backing_up.make(lite, tmp_path / "backup")
    target = databases.settings_for(f"sqlite:///{tmp_path / 'empty.sqlite3'}", var=tmp_path)
    restoring.restore(target, tmp_path / "backup")
    opened = db.connect(target.database)
    claim = grading.claim(opened, Kind.SUBMIT, owner="w", lease_seconds=60)
    assert claim is not None
    assert claim.submission_id == made.id
    with opened.read() as session:
        assert session.get_one(Submission, made.id).claimed_by == "w"
    opened.close()
