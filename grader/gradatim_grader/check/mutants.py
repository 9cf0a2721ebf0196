"""Mutants of the reference: its text with one small change, as a slip of the hand would make it.

The changes are those of cosmic-ray's operators, and those that the problem itself lists. Works on text alone; must
never run any of it.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from gradatim_grader.check.listed import ListedMutants
from gradatim_grader.problem import Problem
from gradatim_runner.variants import changed

NEEDING_ARGUMENTS = {"core/VariableReplacer", "core/VariableInserter"}  # which variable to replace, say
MOST_MUTANTS = 600


class Mutant(msgspec.Struct, frozen=True):
    """A changed reference. `removed` and `added` are the lines in which it differs, less comments and style.

    `what` is the problem's own word for it, "" for an operator's.
    """

    source: str
    line: int
    removed: str
    added: str
    diff: str
    what: str = ""

    @property
    def label(self) -> str:
        return self.what or f"line {self.line}: {' '.join(self.added.split()) or 'a line less'}"


def mutants_of(problem: Problem, listed: ListedMutants) -> list[Mutant]:
    """The listed mutants, then the operators', each text once and none that only changes annotations or docstrings."""
    solution = problem.text("solution.py")
    made = [
        _mutant(solution, problem.text(each.file) if each.file else changed(solution, each.change), what=each.what)
        for each in listed.mutant
    ]
    seen = {_meaning(solution), *(_meaning(each.source) for each in made)}
    for text in _operated(solution):
        meaning = _meaning(text)
        if meaning is not None and meaning not in seen:
            seen.add(meaning)
            made.append(_mutant(solution, text))
        if len(made) == MOST_MUTANTS:
            break
    return made


def _operated(solution: str) -> Iterator[str]:
    from cosmic_ray.mutating import mutate_code  # only here: it imports a lot, and only a check needs it

    for operator in _operators():
        occurrence = 0
        while (text := mutate_code(solution, operator, occurrence)) is not None:
            yield text
            occurrence += 1


@cache
def _operators() -> list[Any]:
    from cosmic_ray.plugins import get_operator, operator_names

    return [get_operator(name)() for name in sorted(operator_names()) if name not in NEEDING_ARGUMENTS]


def _meaning(text: str) -> str | None:
    """The program without what cannot change its answers, or None where it is none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    return ast.dump(_Bare().visit(tree))


class _Bare(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self._without_docstring(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._without_docstring(node)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._without_docstring(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def _without_docstring(self, node: ast.FunctionDef | ast.ClassDef | ast.Module) -> ast.AST:
        self.generic_visit(node)
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            node.body = node.body[1:]
        return node


def _mutant(solution: str, text: str, *, what: str = "") -> Mutant:
    diff = difflib.unified_diff(solution.splitlines(), text.splitlines(), "solution.py", "mutant", n=2, lineterm="")
    line, _, _ = _changed(solution.splitlines(), text.splitlines())
    _, removed, added = _changed(_canonical(solution), _canonical(text))
    return Mutant(text, line, removed, added, "\n".join(diff), what)


def _canonical(text: str) -> list[str]:
    """The program's lines as `ast` writes them: comments and spaces may change without making another mutant."""
    return ast.unparse(ast.parse(text)).splitlines()


def _changed(before: list[str], after: list[str]) -> tuple[int, str, str]:
    """The first changed line, from 1, and the text that went and came."""
    blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changes = [block for block in blocks if block[0] != "equal"]
    removed = "\n".join(line for _, start, end, _, _ in changes for line in before[start:end])
    added = "\n".join(line for _, _, _, start, end in changes for line in after[start:end])
    return (changes[0][1] + 1 if changes else 1), removed.strip(), added.strip()
