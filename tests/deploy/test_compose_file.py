"""What docker-compose.yml promises of every service, as docker-compose itself reads it. Starts nothing."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy import env
from gradatim.settings import OTHER_NAMES, PREFIX, Settings
from tests.architecture.tree import ROOT
from tests.deploy.composition import surroundings

ONE_SHOT = {"migrate", "publish"}
GRADING = {"worker", "publish"}


def read(*words: str, secrets: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "env"
    path.write_text(secrets)
    command = ["docker-compose", "--env-file", str(path), *words, "config"]
    return subprocess.run(command, cwd=ROOT, env=surroundings(), capture_output=True, text=True, check=False)


def services_of(*words: str, folder: Path, more: str = "") -> dict[str, dict[str, Any]]:
    done = read(*words, secrets=env.text() + more, folder=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = yaml.safe_load(done.stdout)["services"]
    return found


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return services_of(folder=tmp_path_factory.mktemp("compose"))


def test_only_what_grades_has_the_engine(services: dict[str, dict[str, Any]]) -> None:
    with_engine = {name for name, each in services.items() if "docker.sock" in str(each.get("volumes", ""))}
    assert with_engine == GRADING
    assert all(each["group_add"] for name, each in services.items() if name in GRADING)


def test_every_service_can_write_nothing_but_its_own_and_become_nobody(services: dict[str, dict[str, Any]]) -> None:
    for name, each in services.items():
        assert each["read_only"], name
        assert each["cap_drop"] == ["ALL"], name
        assert each["security_opt"] == ["no-new-privileges:true"], name
        assert not each.get("privileged"), name
        assert each["image"].startswith(("gradatim:", "gradatim-services:")), name
        user = each.get("user") or _user_of_the_app()
        assert user.partition(":")[0] not in ("", "0", "root"), name


def test_what_serves_is_watched_and_started_again_and_what_runs_once_is_not(
    services: dict[str, dict[str, Any]],
) -> None:
    assert {name for name, each in services.items() if each["restart"] == "no"} == ONE_SHOT
    assert {name for name, each in services.items() if "healthcheck" not in each} == ONE_SHOT
    for name in ("web", "worker", "publish"):
        assert services[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_one_port_of_this_machine_alone_is_published(services: dict[str, dict[str, Any]]) -> None:
    published = [port for each in services.values() for port in each.get("ports", [])]
    assert [str(port) for port in published] == ["127.0.0.1:8000:8000/tcp"]
    assert {name for name, each in services.items() if "outside" in each["networks"]} == {"web"}


def test_with_an_engine_elsewhere_nobody_has_this_machines(tmp_path: Path) -> None:
    files = ("--file", "docker-compose.yml", "--file", "deploy/remote-engine.yml")
    found = services_of(*files, folder=tmp_path, more="SANDBOX_ENGINE=tcp://grader:2376\nSANDBOX_ENGINE_KEYS=/keys\n")
    for name in GRADING:
        assert "/dev/null:/var/run/docker.sock" in str(found[name]["volumes"])
        assert found[name]["environment"]["DOCKER_HOST"] == "tcp://grader:2376"
        assert "GRADATIM_DATABASE_URL" in found[name]["environment"]


@pytest.mark.parametrize("missing", ["GRADATIM_SECRET_KEY", "DATABASE_PASSWORD"])
def test_without_a_secret_it_refuses_in_one_line_that_names_it(missing: str, tmp_path: Path) -> None:
    kept = [line for line in env.text().splitlines() if not line.startswith(missing)]
    done = read(secrets="\n".join(kept), folder=tmp_path)
    assert done.returncode != 0
    [line] = done.stderr.strip().splitlines()
    assert missing in line
    assert "python -m deploy env" in line


def test_the_file_of_secrets_is_random_private_and_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    assert env.make(path)
    kept = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not env.make(path)
    assert path.read_text() == kept
    assert not set(_values(kept)) & set(_values(env.text())) - {env.SOCKET, _group()}


def test_every_setting_is_passed_on_but_those_that_the_images_decide(services: dict[str, dict[str, Any]]) -> None:
    settings = {PREFIX + name.upper() for name in Settings.model_fields}
    decided = {PREFIX + name for name in ("HOME", "VAR", "PROBLEMS", "MIGRATIONS", "PORT", "WORKER_NAME")}
    passed = {name for each in services.values() for name in each.get("environment", {}) if name.startswith(PREFIX)}
    assert settings - decided <= passed <= settings | OTHER_NAMES


def _values(text: str) -> list[str]:
    return [line.partition("=")[2] for line in text.splitlines() if "=" in line and not line.startswith("#")]


def _group() -> str:
    return next(line.partition("=")[2] for line in env.text().splitlines() if line.startswith("DOCKER_GROUP"))


def _user_of_the_app() -> str:
    lines = (ROOT / "deploy/app/Dockerfile").read_text().splitlines()
    return next(line.partition(" ")[2] for line in lines if line.startswith("USER "))
