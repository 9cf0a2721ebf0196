"""The sandbox image: what is in it, what is not, and that its name is its content."""

from __future__ import annotations

import shutil
from pathlib import Path

import docker
import pytest

from gradatim_grader import engine, image

pytestmark = pytest.mark.docker


def inside(*command: str, user: str = "10001") -> str:
    """What a command says in a container of the sandbox image."""
    client = docker.from_env()
    try:
        name = image.ensure(print)
        said = client.containers.run(name, list(command), user=user, network_mode="none", read_only=True, remove=True)
    finally:
        client.close()
    assert isinstance(said, bytes)
    return said.decode()


def test_an_image_that_is_there_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    image.ensure(print)
    monkeypatch.delattr(engine, "build_image")
    said: list[str] = []
    image.ensure(said.append)
    assert said == []


def test_nobody_in_it_can_become_somebody_else() -> None:
    assert inside("find", "/", "-xdev", "-perm", "/6000", user="0") == ""


def test_its_users_can_change_nothing_that_is_imported() -> None:
    theirs = ["(", "-writable", "-o", "-not", "-user", "root", ")", "-not", "-type", "l"]
    assert inside("find", "/opt", "/usr", "-xdev", *theirs) == ""


def test_it_has_no_tool_to_install_or_build_with() -> None:
    tools = ["pip", "pip3", "apt", "apt-get", "dpkg", "perl", "gcc", "cc", "make", "curl", "wget"]
    program = "import shutil, sys; print([tool for tool in sys.argv[1:] if shutil.which(tool)])"
    assert inside("python3", "-c", program, *tools).strip() == "[]"


def test_everything_that_is_imported_was_compiled_before() -> None:
    program = """
import sys, time
from pathlib import Path
import hypothesis, msgspec, numpy, pytest, gradatim_runner.report
cold = [name for name, module in sys.modules.items()
        if (cached := getattr(module, "__cached__", None)) and not Path(cached).exists()]
print(cold)
"""
    assert inside("python3", "-c", program).strip() == "[]"


def test_its_name_changes_with_any_file_of_the_runner(tmp_path: Path) -> None:
    runner = Path(shutil.copytree(image.RUNNER, tmp_path / "gradatim_runner"))
    before = image.digest_of(image.RECIPE, runner)
    assert before == image.digest_of(image.RECIPE, image.RUNNER)
    report = runner / "report.py"
    report.write_text(report.read_text() + "\n")
    changed = image.digest_of(image.RECIPE, runner)
    report.rename(runner / "renamed.py")
    assert len({before, changed, image.digest_of(image.RECIPE, runner)}) == 3


def test_what_python_leaves_beside_a_source_is_no_content(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    before = image.digest_of(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/a.pyc").write_bytes(b"0")
    assert image.digest_of(tmp_path) == before
