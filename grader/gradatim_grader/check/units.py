"""The tests of a problem one by one, each with a digest of all that its outcome depends on.

Reads source text and must never run it. A digest changes with the test itself, with what its file holds beside tests,
and with the other modules of the problem; another test's change leaves it alone.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable

from gradatim_grader.problem import Problem

TEST_FILES = ("tests/test_sample.py", "tests/test_hidden.py")
HIDDEN_FILE = TEST_FILES[1]


def digests(problem: Problem, ids: Iterable[str]) -> dict[str, str]:
    """Each test's digest. `ids`: node ids without parameters, as the checker found them."""
    shared = _shared(problem)
    files = {name: _File(problem.text(name)) for name in TEST_FILES}
    return {each: _hex(shared, *files[each.partition("::")[0]].parts(each)) for each in ids}


def is_hidden(test_id: str) -> bool:
    return test_id.startswith(HIDDEN_FILE)


class _File:
    """A test file taken apart: its tests, and the rest."""

    def __init__(self, text: str) -> None:
        tree = ast.parse(text)
        self._tests = {name: node for node in tree.body if (name := _test_name(node))}
        self._rest = ast.dump(ast.Module([node for node in tree.body if not _test_name(node)], []))
        self._text = text

    def parts(self, test_id: str) -> tuple[str, str, str]:
        file, name = test_id.split("::")[:2]
        node = self._tests.get(name)
        return file, self._rest, self._text if node is None else ast.dump(node)  # made by code: any change counts


def _test_name(node: ast.stmt) -> str:
    """The name by which pytest collects this statement, or ""."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.name if node.name.startswith("test") else ""
    return node.name if isinstance(node, ast.ClassDef) and node.name.startswith("Test") else ""


def _shared(problem: Problem) -> str:
    variants = {variant.file for pitfall in problem.facts.pitfalls for variant in pitfall.all_variants()}
    others = {"starter.py", "lesson.py", *TEST_FILES, *variants}
    modules = sorted(name for name in problem.files if name.endswith(".py") and not name.startswith("mutants/"))
    return _hex(*(part for name in modules if name not in others for part in (name, problem.text(name))))


def _hex(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()
