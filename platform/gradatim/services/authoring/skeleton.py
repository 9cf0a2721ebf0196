"""The files that a problem needs besides tests and solution, begun for its author. Reads code, runs none."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from gradatim_grader.check.listed import quoted

PITFALL = """\
# A mistake worth naming: take the marks away and fill it in. `from` must stand exactly once in solution.py.
# [[pitfall]]
# name = "one-too-many"
# title = "..."
# change = [{ from = "...", to = "..." }]
# explain = "What this does to the result."
# hint = "A question that leads to it."
"""


def facts(title: str, entry: Sequence[str]) -> str:
    """problem.toml."""
    names = ", ".join(map(quoted, entry))
    return (
        f"title = {quoted(title)}\n"
        f"summary = {quoted(f'Write {_words(entry)}.')}\n"
        'difficulty = "easy"\n'
        f"entry = [{names}]\n"
        "tags = []\n"
        "hints = []\n\n"
        "[limits]\ncall_seconds = 2.0\nmemory_mib = 256\n\n"
        f"{PITFALL}"
    )


def statement(title: str, solution: ast.Module, entry: Sequence[str]) -> str:
    """What to build, from the signatures and docstrings."""
    parts = [f"Write {_words([f'`{name}`' for name in entry])}."]
    for node in _chosen(solution, entry):
        if isinstance(node, ast.FunctionDef):
            parts.append(f"```python\n{_signature(node)}\n```")
        if text := ast.get_docstring(node):
            parts.append(text)
    return "\n\n".join(parts) + "\n"


def starter(text: str, solution: ast.Module, entry: Sequence[str]) -> str:
    """The solution's imports and signatures, with nothing in the bodies but docstrings."""
    lines = text.split("\n")
    parts = [
        "\n".join(lines[node.lineno - 1 : node.end_lineno])
        for node in solution.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    head = "\n".join(parts)
    bodies = [_emptied(node) for node in _chosen(solution, entry)]
    return "\n\n\n".join([head, *bodies] if head else bodies) + "\n"


def _emptied(node: ast.FunctionDef | ast.ClassDef) -> str:
    if isinstance(node, ast.FunctionDef):
        return ast.unparse(_without_body(node))
    kept = ast.ClassDef(
        name=node.name,
        bases=node.bases,
        keywords=node.keywords,
        decorator_list=[],
        body=[
            *_docstring(node),
            *(_without_body(each) for each in node.body if isinstance(each, ast.FunctionDef)),
        ]
        or [ast.Pass()],
    )
    return ast.unparse(ast.fix_missing_locations(kept))


def _without_body(node: ast.FunctionDef) -> ast.FunctionDef:
    made = ast.FunctionDef(
        name=node.name,
        args=node.args,
        body=[*_docstring(node), ast.Pass()],
        decorator_list=[],
        returns=node.returns,
        type_comment=None,
    )
    return ast.fix_missing_locations(made)


def _docstring(node: ast.FunctionDef | ast.ClassDef) -> list[ast.stmt]:
    return node.body[:1] if ast.get_docstring(node) is not None else []


def _signature(node: ast.FunctionDef) -> str:
    return ast.unparse(_without_body(node)).splitlines()[0].removesuffix(":")


def _chosen(solution: ast.Module, entry: Sequence[str]) -> list[ast.FunctionDef | ast.ClassDef]:
    return [node for node in solution.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in entry]


def _words(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
