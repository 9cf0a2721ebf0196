"""A learner's source without what could name somebody: comments, docstrings, and names like `__author__`."""

from __future__ import annotations

import ast


def anonymised(source: str) -> str | None:
    """The same program, written anew from its syntax; None where it has none."""
    try:
        return ast.unparse(_Stripped().visit(ast.parse(source))) + "\n"
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


class _Stripped(ast.NodeTransformer):
    """Leaves out texts that only stand there, and assignments to names between double underscores."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        only_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, (str, bytes))
        return None if only_text else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if any(map(_is_dunder, node.targets)) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if _is_dunder(node.target) else self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        had_body = bool(getattr(node, "body", None))
        super().generic_visit(node)
        if had_body and not getattr(node, "body", None) and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]  # type: ignore[attr-defined]  # it was only a docstring
        return node


def _is_dunder(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id.startswith("__") and target.id.endswith("__")
