"""Formulas that no browser could draw: braces, environments or fences without their other half.

Formulas are drawn in the browser; here they are only read. What passes may still use a command that nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

_PARTS = re.compile(r"\\(begin|end)\{([^{}]*)\}|\\(left|right)(?![a-zA-Z])|\\.|[{}]", re.DOTALL)
_CLOSING = {"}": "{", "right": "left"}


def wrong_in(text: str) -> str:
    """What is wrong with the first formula of a Markdown text that has no other half, or ""."""
    for formula in _formulas(_parser().parse(text)):
        wrong = _unbalanced(formula)
        if wrong:
            return f"in the formula {' '.join(formula.split())[:60]} {wrong}"
    return ""


def _formulas(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type.startswith("math"):
            yield token.content
        yield from _formulas(token.children or [])


def _unbalanced(formula: str) -> str:
    still_open: list[str] = []
    for part in _PARTS.finditer(formula):
        side, name, fence = part[1], part[2], part[3]
        token = f"begin {name}" if side else fence or part[0]
        if side == "begin" or token in _CLOSING.values():
            still_open.append(token)
        elif (side == "end" or token in _CLOSING) and [_CLOSING.get(token, token)] != still_open[-1:]:
            return f"{part[0]} closes nothing"
        elif side == "end" or token in _CLOSING:
            still_open.pop()
    return f"{still_open[-1]} is never closed" if still_open else ""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).use(dollarmath_plugin, double_inline=True, allow_space=False)
