"""Settings: what is wrong is one line that names the variable."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gradatim import settings
from gradatim.errors import SettingsError
from gradatim.settings import Settings


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("GRADATIM_")]:
        monkeypatch.delenv(name)


def test_without_any_setting_one_machine_needs_no_services() -> None:
    loaded = settings.load()
    assert (loaded.host, loaded.port, loaded.embedded) == ("127.0.0.1", 8000, True)
    assert loaded.database.startswith("sqlite:////")
    assert loaded.database.endswith("/var/gradatim.sqlite3")


def test_an_empty_variable_is_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    unset = settings.load()
    for name in Settings.model_fields:
        monkeypatch.setenv(f"GRADATIM_{name.upper()}", "")
    assert settings.load() == unset


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("GRADATIM_PORT", "eighty", "GRADATIM_PORT"),
        ("GRADATIM_PORT", "99999", "GRADATIM_PORT"),
        ("GRADATIM_PROT", "8001", "did you mean GRADATIM_PORT?"),
        ("gradatim_port", "8001", "did you mean GRADATIM_PORT?"),
        ("GRADATIM_SOMETHING_ELSE", "1", "GRADATIM_SOMETHING_ELSE is not a setting"),
        ("GRADATIM_DATABASE_URL", "mysql://x/y", "GRADATIM_DATABASE_URL"),
        ("GRADATIM_BROKER_URL", "amqp://x", "GRADATIM_BROKER_URL"),
        ("GRADATIM_PUBLIC_URL", "gradatim.example", "GRADATIM_PUBLIC_URL"),
        ("GRADATIM_LEASE_SECONDS", "-1", "GRADATIM_LEASE_SECONDS"),
        ("GRADATIM_WAIT_SECONDS", "soon", "GRADATIM_WAIT_SECONDS"),
        ("GRADATIM_WIAT_SECONDS", "1", "did you mean GRADATIM_WAIT_SECONDS?"),
        ("GRADATIM_WORKER_NAME", "x" * 101, "GRADATIM_WORKER_NAME"),
        ("GRADATIM_SECRET_KEY", "short", "at least 32 characters"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as wrong:
        settings.load()
    assert said in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GRADATIM_DATABASE_URL", "mysql://me:hunter2@there/x"),
        ("GRADATIM_BROKER_URL", "amqp://me:hunter2@there"),
        ("GRADATIM_SECRET_KEY", "hunter2"),
    ],
)
def test_what_is_wrong_with_a_secret_is_said_without_it(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name) as wrong:
        settings.load()
    assert "hunter2" not in str(wrong.value)


def test_a_setting_of_the_set_up_scripts_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADATIM_NO_INSTALL", "1")
    monkeypatch.setenv("GRADATIM_PORT", "8001")
    assert settings.load().port == 8001


def test_a_secret_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "a-secret-of-letters-that-is-long-enough"
    monkeypatch.setenv("GRADATIM_SECRET_KEY", secret)
    loaded = settings.load()
    assert loaded.secret() == secret
    assert secret not in repr(loaded)


def test_the_machines_own_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    made = Settings(var=tmp_path / "new")
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: made.secret(), range(16)))
    assert len(secrets) == 1
    assert len(secrets.pop()) >= 40
    [kept] = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert Settings(var=tmp_path / "other").secret() != made.secret()
