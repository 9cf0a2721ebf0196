"""A problem made of a pytest file that somebody has already, and of the solution that it tests. Runs neither.

The one thing that must change is the import: what came from the author's module must come from `submission`. What was
changed is said, and where it cannot be, why.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from gradatim.services.authoring import skeleton
from gradatim.services.authoring.access import NotNow

HELPERS = {"numpy", "pytest", "hypothesis", "gradatim_runner", "solution", "submission", "__future__"}
SAMPLE, HIDDEN = "tests/test_sample.py", "tests/test_hidden.py"


@dataclass
class Adapted:
    """The files of a new problem, and what was done, in sentences for its author."""

    files: dict[str, bytes] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)


def problem_from(tests: str, solution: str, *, title: str) -> Adapted:
    """Files that make a problem of a test file and a solution.

    Raises:
        NotNow: one of them is no Python, or the tests import nothing that the solution defines.
    """
    tests, solution = _lines(tests), _lines(solution)
    tree, reference = _parsed(tests, "the tests"), _parsed(solution, "the solution")
    defined = _defined(reference)
    imports = _Imports(tree, defined)
    imports.check_alone()
    entry = imports.functions()
    if not entry:
        raise NotNow(_nothing_found(tree, defined))
    made = Adapted()
    text = imports.adapted(tests, made.said)
    made.said += _strangers(tree, imports)
    first = _first_test(ast.parse(text))
    made.files = {
        "problem.toml": skeleton.facts(title, entry).encode(),
        "statement.md": skeleton.statement(title, reference, entry).encode(),
        "starter.py": skeleton.starter(solution, reference, entry).encode(),
        "solution.py": solution.encode(),
        HIDDEN: text.encode(),
        SAMPLE: (_only(text, first) if first else "").encode(),
    }
    made.said.append(f"Students must define {_listed(entry)}: that is the key entry of problem.toml.")
    if first:
        made.said.append(
            f"{SAMPLE} shows students the first of your tests, {first}. Change it if that gives too much away."
        )
    made.said.append("starter.py is your solution without its bodies. Look whether it says too much.")
    return made


class _Imports:
    """The imports of a test file that mean the author's own module."""

    def __init__(self, tree: ast.Module, defined: dict[str, bool]) -> None:
        self._tree, self._defined = tree, defined
        adapted_before = any(_root(node) == "submission" for node in _imports(tree))
        self._others = HELPERS - {"submission"} if adapted_before else HELPERS - {"submission", "solution"}
        self.own: list[ast.ImportFrom | ast.Import] = [node for node in _imports(tree) if self._is_own(node)]

    def functions(self) -> list[str]:
        """What the tests call that is the solution's, in the order of the solution."""
        wanted = set[str]()
        for node in self.own:
            modules = self._modules(node)
            if modules:
                wanted |= set[str]().union(*map(self._attributes, modules))
            elif node.names[0].name == "*":
                wanted |= self._used()
            else:
                wanted |= {alias.name for alias in node.names}
        return [name for name, is_function in self._defined.items() if is_function and name in wanted]

    def check_alone(self) -> None:
        """Raises NotNow where an import that must change shares a line: the rest of the line would be lost."""
        statements = [node for node in ast.walk(self._tree) if isinstance(node, ast.stmt)]
        for node in self.own:
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if any(other is not node and other.lineno in lines for other in statements):
                raise NotNow(f"Line {node.lineno} of the tests: put the import on a line of its own.")

    def adapted(self, text: str, said: list[str]) -> str:
        """The text with every import of the author's module changed; what was done is added to `said`."""
        lines = text.split("\n")
        for node in sorted(self.own, key=lambda found: -found.lineno):
            if _root(node) == "submission":
                continue
            end = node.end_lineno or node.lineno
            before = "\n".join(lines[node.lineno - 1 : end]).strip()
            indent = " " * node.col_offset
            after = self._replacements(node)
            lines[node.lineno - 1 : end] = [indent + line for line in after]
            said.insert(0, f"In line {node.lineno}, “{' '.join(before.split())}” became “{'; '.join(after)}”.")
        return "\n".join(lines)

    def _replacements(self, node: ast.ImportFrom | ast.Import) -> list[str]:
        modules = self._modules(node)
        if modules:
            return _rest(node, modules) + [f"import submission as {alias.asname or alias.name}" for alias in modules]
        names = [(alias.name, alias.asname) for alias in node.names]
        if names[0][0] == "*":
            names = [(name, None) for name in self._defined if name in self._used()]
        made = []
        for module, functions in (("submission", True), ("solution", False)):
            chosen = [f"{n} as {a}" if a else n for n, a in names if self._defined.get(n, True) is functions]
            if chosen:
                made.append(f"from {module} import {', '.join(chosen)}")
        return made

    def _is_own(self, node: ast.ImportFrom | ast.Import) -> bool:
        if self._modules(node):
            return True
        if isinstance(node, ast.Import) or _root(node) in self._others:
            return False
        if node.names[0].name == "*":
            return bool(self._used())
        return any(alias.name in self._defined for alias in node.names)

    def _modules(self, node: ast.ImportFrom | ast.Import) -> list[ast.alias]:
        """What it imports that is the author's module as a whole: its functions are asked of it by name."""
        found = []
        for alias in node.names:
            root = alias.name.partition(".")[0] if isinstance(node, ast.Import) else _root(node)
            strange = root not in self._others and root not in sys.stdlib_module_names
            whole = alias.name not in self._defined and "." not in (alias.asname or alias.name)
            if strange and whole and self._attributes(alias) & self._defined.keys():
                found.append(alias)
        return found

    def _attributes(self, module: ast.alias) -> set[str]:
        name = module.asname or module.name
        return {
            node.attr
            for node in ast.walk(self._tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
        }

    def _used(self) -> set[str]:
        names = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}
        return names & self._defined.keys()


def _strangers(tree: ast.Module, imports: _Imports) -> list[str]:
    """What the sandbox does not have, and words that mean the old module and were left alone."""
    said = []
    for node in _imports(tree):
        root = _root(node)
        if node not in imports.own and root not in HELPERS and root not in sys.stdlib_module_names:
            what = root or "a module beside it"
            said.append(f"Line {node.lineno} imports {what}, which the sandbox does not have: take it out.")
    modules = {_module(node) for node in imports.own}
    for constant in ast.walk(tree):
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
            named = next((m for m in modules if m and constant.value.startswith(f"{m}.")), None)
            if named:
                said.append(f"Line {constant.lineno} names {named} in a text; that was left as it is.")
    return said


def _nothing_found(tree: ast.Module, defined: dict[str, bool]) -> str:
    functions = [name for name, is_function in defined.items() if is_function]
    if not functions:
        return "The solution defines no function at its top level, so there is nothing that students could write."
    imported = sorted({alias.name for node in _imports(tree) for alias in node.names}) or ["nothing"]
    return (
        f"The tests import {_listed(imported)}, and the solution defines {_listed(functions)}: "
        "it is not clear what they test. Let them import the function from a module of its own."
    )


def _parsed(text: str, what: str) -> ast.Module:
    try:
        compile(text, what, "exec", dont_inherit=True)
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        raise NotNow(f"Line {line or 1} of {what}: {getattr(error, 'msg', error)}.") from None


def _imports(tree: ast.Module) -> Iterator[ast.ImportFrom | ast.Import]:
    return (node for node in ast.walk(tree) if isinstance(node, (ast.ImportFrom, ast.Import)))


def _module(node: ast.ImportFrom | ast.Import) -> str:
    return node.names[0].name if isinstance(node, ast.Import) else node.module or ""


def _rest(node: ast.ImportFrom | ast.Import, modules: list[ast.alias]) -> list[str]:
    """The import without these modules; nothing where it has only them."""
    kept = [alias for alias in node.names if alias not in modules]
    if not kept:
        return []
    if isinstance(node, ast.Import):
        return [ast.unparse(ast.Import(kept))]
    return [ast.unparse(ast.ImportFrom(node.module, kept, node.level))]


def _root(node: ast.ImportFrom | ast.Import) -> str:
    return _module(node).partition(".")[0]


def _defined(tree: ast.Module) -> dict[str, bool]:
    """The names that a module defines at its top level; True for functions and classes."""
    names: dict[str, bool] = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = True
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id: False for target in targets if isinstance(target, ast.Name)}
    return names


def _is_test(node: ast.stmt) -> bool:
    return (isinstance(node, ast.FunctionDef) and node.name.startswith("test")) or (
        isinstance(node, ast.ClassDef) and node.name.startswith("Test")
    )


def _first_test(tree: ast.Module) -> str:
    return next(
        (node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and _is_test(node)), ""
    )


def _only(text: str, name: str) -> str:
    """The text without its other tests."""
    lines = text.split("\n")
    for node in reversed(ast.parse(text).body):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and _is_test(node) and node.name != name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            del lines[first - 1 : node.end_lineno]
    return "\n".join(lines).rstrip() + "\n"


def _lines(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip() + "\n"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
