"""What may import what. The contracts stand in pyproject.toml; an allowlist, which they cannot say, stands here."""

from __future__ import annotations

import ast
import platform
import sys
from collections.abc import Iterator

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.architecture.tree import ROOT

IN_CONTAINERS = {"gradatim_runner", "msgspec", "numpy", "pytest", "_pytest"}


def test_imports_point_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == EXIT_STATUS_SUCCESS


def test_the_runner_imports_only_what_its_containers_have() -> None:
    known = IN_CONTAINERS | sys.stdlib_module_names
    strangers = {
        f"{path.name}: {name}"
        for path in (ROOT / "grader/gradatim_runner").rglob("*.py")
        for name in _imported(ast.parse(path.read_text()))
        if name.partition(".")[0] not in known
    }
    assert strangers == set()


def test_platform_stays_the_standard_librarys() -> None:
    assert not (ROOT / "platform/__init__.py").exists()
    assert platform.python_version()


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
