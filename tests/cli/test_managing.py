"""Commands that manage a site: database, users, new problems."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gradatim.services import migrating
from gradatim.settings import Settings
from gradatim_grader.problem import from_folder
from tests.cli.running import gradatim, only_line


@pytest.fixture
def empty(tmp_path: Path) -> dict[str, str]:
    return {"GRADATIM_VAR": str(tmp_path), "GRADATIM_DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3"}


@pytest.fixture
def site(empty: dict[str, str], tmp_path: Path) -> dict[str, str]:
    migrating.upgrade(Settings(var=tmp_path, database_url=empty["GRADATIM_DATABASE_URL"]))
    return empty


def test_the_database_is_upgraded_once(empty: dict[str, str]) -> None:
    assert "was upgraded" in gradatim("db", "upgrade", settings=empty).stdout
    again = gradatim("db", "upgrade", settings=empty)
    assert (again.returncode, again.stdout) == (0, "The database is up to date.\n")


def test_a_user_is_made_with_a_password_that_is_shown_once(site: dict[str, str]) -> None:
    made = gradatim("user", "create", "--email", "ann@example.org", "--role", "instructor", settings=site)
    assert made.returncode == 0
    assert "ann@example.org is an instructor." in made.stdout
    assert re.search(r"Password, shown this once: \S{12,}", made.stdout)
    again = gradatim("user", "create", "--email", "ann@example.org", settings=site)
    assert again.returncode == 1
    assert "already" in only_line(again)


def test_a_given_password_is_not_shown(site: dict[str, str]) -> None:
    arguments = ["user", "create", "--email", "bob@example.org", "--password-stdin"]
    assert gradatim(*arguments, stdin=b"short\n", settings=site).returncode == 1
    made = gradatim(*arguments, stdin=b"a long enough one\n", settings=site)
    assert made.stdout == "bob@example.org is a student.\n"


def test_a_new_problem_is_a_folder_that_can_be_read_and_is_never_overwritten(tmp_path: Path) -> None:
    done = gradatim("problem", "new", "my-mean", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    assert done.returncode == 0
    made = from_folder(tmp_path / "my-mean")
    assert (made.slug, made.facts.entry) == ("my-mean", ["running_mean"])
    assert [path.name for path in tmp_path.iterdir()] == ["my-mean"]
    again = gradatim("problem", "new", "my-mean", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    assert again.returncode == 2
    assert "exists" in only_line(again)


def test_a_new_problem_needs_a_proper_name(tmp_path: Path) -> None:
    done = gradatim("problem", "new", "../My Mean", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    assert done.returncode == 2
    assert "lower case" in only_line(done)


def test_a_backup_of_one_site_fills_another_and_old_data_goes_only_with_yes(
    site: dict[str, str], tmp_path: Path
) -> None:
    gradatim("user", "create", "--email", "ann@example.org", settings=site)
    made = gradatim("backup", tmp_path / "backup", settings=site)
    assert (made.returncode, made.stderr) == (0, "")
    again = gradatim("backup", tmp_path / "backup", settings=site)
    assert (again.returncode, "exists already" in only_line(again)) == (1, True)
    other = site | {"GRADATIM_DATABASE_URL": f"sqlite:///{tmp_path}/other.sqlite3"}
    restored = gradatim("restore", tmp_path / "backup", settings=other)
    assert restored.returncode == 0
    assert restored.stdout.startswith("Restored ")
    assert "not empty" in only_line(gradatim("restore", tmp_path / "backup", settings=other))
    looked = gradatim("prune", settings=other)
    assert (looked.returncode, "Nothing was removed" in looked.stdout) == (0, True)
    assert "Removed." in gradatim("prune", "--yes", settings=other).stdout
    assert gradatim("prune", "--yes", "--dry-run", settings=other).returncode == 2


def test_a_role_is_changed_and_a_password_reset_by_a_link(site: dict[str, str]) -> None:
    gradatim("user", "create", "--email", "ann@example.org", settings=site)
    assert (
        gradatim("user", "role", "Ann@example.org", "admin", settings=site).stdout == "ann@example.org is an admin.\n"
    )
    done = gradatim("user", "reset", "ann@example.org", "--second-factor", settings=site)
    assert "second factor of ann@example.org is off" in done.stdout
    assert re.fullmatch(r"http://127.0.0.1:8000/reset/\S+", done.stdout.splitlines()[-1])
    nobody = gradatim("user", "reset", "nobody@example.org", settings=site)
    assert nobody.returncode == 1
    assert "there is no account" in only_line(nobody)
