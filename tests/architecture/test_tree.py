"""What must hold for every file of the project."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, files

MOST_LINES = 300
# Written in parts, so that this file does not name them itself.
HOSTS = ["py" + "pi.org", "python" + "hosted.org", "registry.npm" + "js.org", "deb.debian" + ".org", "docker" + ".io/"]
MACHINE_PATHS = ["/" + "work/", "/" + "root/"]
NEW_PROBLEM = ROOT / "platform/gradatim/services/new_problem"  # content, which an author fills in
LEARNERS_CODE = ROOT / "tests/cases"  # hostile on purpose: it looks for whatever paths it likes


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@pytest.mark.parametrize("unwanted", HOSTS + MACHINE_PATHS)
def test_no_file_names_a_registry_or_a_path_of_one_machine(unwanted: str) -> None:
    found = [str(path.relative_to(ROOT)) for path in files() if LEARNERS_CODE not in path.parents]
    assert [name for name in found if unwanted in _text(ROOT / name)] == []


def test_no_source_file_has_grown_a_second_job() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in files("*.py", "*.ts", "*.css", "*.html", "scripts/*", "Makefile")
        if (lines := len(_text(path).splitlines())) > MOST_LINES
    }
    assert long == {}


def test_every_module_says_what_it_is_for() -> None:
    ours = files("platform/gradatim/*.py", "grader/gradatim_*/*.py", "tests/*.py", "migrations/*.py")
    code = [path for path in ours if not {LEARNERS_CODE, NEW_PROBLEM} & set(path.parents) and _text(path).strip()]
    silent = [path for path in code if not ast.get_docstring(ast.parse(_text(path)))]
    assert [str(path.relative_to(ROOT)) for path in silent] == []


def test_readme_and_documents_only_promise_commands_that_exist() -> None:
    makefile = _text(ROOT / "Makefile")
    texts = [_text(ROOT / "README.md"), *map(_text, files("docs/*.md"))]
    promised = {name for text in texts for name in re.findall(r"(?m)(?:^    |`)make ([a-z][a-z-]*)", text)}
    assert promised >= {"serve", "test", "check"}
    assert [name for name in promised if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_the_locks_pin_every_package_with_its_hashes() -> None:
    for lock in [*files("requirements/*.txt"), ROOT / "grader/image/wheels.txt"]:
        entries = re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", _text(lock)))
        assert [entry for entry in entries if not re.match(r"\S+==\S+ .*--hash=sha256:", entry, re.DOTALL)] == [], lock
