"""Calls that learners make themselves: arguments typed as Python literals, read here and never run.

Reading happens in the web's process, so everything is bounded before Python's parser sees it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from gradatim_runner import nodes, values
from gradatim_runner.messages import CallMessage

MAX_CHARS = 4000
MAX_DEPTH = 20  # of brackets inside brackets
MAX_BYTES = 48 << 10  # encoded: a message that starts a checker holds 64 KiB
_OPENING, _CLOSING = "([{", ")]}"
_SIGNS = re.compile(r"[-+~]\s*[-+~]")  # a thousand signs before a number nest as deep as a thousand brackets
_TEXT = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")


class ArgumentsError(ValueError):
    """What was typed are no arguments. The message is one sentence for whoever typed it."""


class OwnCall(msgspec.Struct, frozen=True):
    """One function of a problem and the arguments for it, as they were typed."""

    function: str
    arguments: str

    @property
    def text(self) -> str:
        return f"{self.function}({self.arguments})"

    def message(self, *, show_expected: bool) -> CallMessage:
        """What the checker is told. Raises ArgumentsError."""
        args, kwargs = _evaluated(self.arguments)
        try:
            parts = values.Encoder(limit_bytes=MAX_BYTES).parts([args, kwargs])
        except values.TooLarge:
            raise ArgumentsError("These arguments have too many parts.") from None
        encoded = b"".join(parts)
        if len(encoded) > MAX_BYTES:
            raise ArgumentsError(f"These arguments take more than {MAX_BYTES >> 10} KiB.")
        return CallMessage(self.function, encoded, self.text, show_expected)


def read(typed: str, *, entry: Sequence[str], function: str = "") -> OwnCall:
    """A call from what was typed: arguments alone, for `function` or else the first entry; or a whole call.

    Raises:
        ArgumentsError: these are no arguments; the sentence names what is wrong.
    """
    typed = " ".join(typed.strip().splitlines())
    whole = re.fullmatch(r"([A-Za-z_]\w*)\s*\((.*)\)", typed, re.DOTALL)
    if whole and whole[1] in entry and _closes_at_the_end(typed):
        function, typed = whole[1], whole[2]
    if function not in ("", *entry):
        raise ArgumentsError(f"This problem has no function {function[:60]}.")
    call = OwnCall(function or entry[0], typed.strip().rstrip(",").rstrip())
    call.message(show_expected=False)  # reads them, and sees that they can be sent
    return call


def _evaluated(text: str) -> tuple[list[Any], dict[str, Any]]:
    _check_size(text)
    try:
        tree = ast.parse(f"f({text}\n)", mode="eval").body
    except SyntaxError as error:
        raise ArgumentsError(f"Python cannot read this: {error.msg}.") from None
    except (ValueError, MemoryError, RecursionError):
        raise ArgumentsError("Python cannot read this: it is nested too deeply.") from None
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
        raise ArgumentsError("Give the arguments alone, separated by commas.")
    args = [_value(node, f"Argument {number}") for number, node in enumerate(tree.args, start=1)]
    kwargs = {each.arg: _value(each.value, f"Argument {each.arg}") for each in tree.keywords if each.arg}
    if len(kwargs) < len(tree.keywords):
        raise ArgumentsError("Arguments cannot be unpacked here with two stars; write them one by one.")
    return args, kwargs


def _check_size(text: str) -> None:
    if len(text) > MAX_CHARS:
        raise ArgumentsError(f"This is {len(text):,} characters long; the most is {MAX_CHARS:,}.")
    if not text.isprintable():
        raise ArgumentsError("This holds a character that cannot be seen.")
    bare = _TEXT.sub("''", text)
    depth = 0
    for character in bare:
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth > MAX_DEPTH:
            raise ArgumentsError(f"The brackets are nested more than {MAX_DEPTH} deep.")
    if _SIGNS.search(bare):
        raise ArgumentsError("Two signs stand before one number.")


def _value(node: ast.expr, place: str) -> Any:
    try:
        array = _array_of(node)
        value = _array(array, place) if array is not None else ast.literal_eval(node)
    except ArgumentsError:
        raise
    except (ValueError, TypeError):
        raise ArgumentsError(f"{place} {_complaint(node)}") from None
    except (MemoryError, RecursionError):
        raise ArgumentsError(f"{place} is nested too deeply.") from None
    _check_integers(value, place)
    return value


def _array_of(node: ast.expr) -> ast.Call | None:
    """`array(...)` and `np.array(...)` are read too: they are how NumPy itself writes an array."""
    if not isinstance(node, ast.Call):
        return None
    return node if ast.unparse(node.func) in ("array", "np.array", "numpy.array") else None


def _array(node: ast.Call, place: str) -> Any:
    dtype = None
    for keyword in node.keywords:
        name = ast.unparse(keyword.value).rpartition(".")[2].strip("'\"")
        if keyword.arg != "dtype" or name not in {*values.PLAIN_DTYPES, "float", "int", "complex"}:
            raise ArgumentsError(f"{place}: an array takes a list and, if you like, a dtype such as float64.")
        dtype = name
    if len(node.args) != 1:
        raise ArgumentsError(f"{place}: an array takes one list.")
    listed = _value(node.args[0], place)
    try:
        array = np.array(listed, dtype=dtype)
    except (ValueError, TypeError, OverflowError) as error:
        raise ArgumentsError(f"{place} is no array: {error}.") from None
    if array.dtype.name not in values.PLAIN_DTYPES:
        raise ArgumentsError(f"{place}: an array may hold numbers only.")
    return array


def _complaint(node: ast.expr) -> str:
    """What of an argument is no literal, in words."""
    for part in ast.walk(node):
        shown = f"`{_unparsed(part)}`"
        if isinstance(part, ast.Name):
            return f"holds the name {shown}: nothing is looked up here, so write the value itself."
        if isinstance(part, ast.Call):
            return f"holds the call {shown}: nothing is run here, so write the value itself."
        if isinstance(part, ast.Starred):
            return f"cannot be unpacked here: {shown}; write the values one by one."
        if isinstance(part, (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda, ast.ListComp, ast.JoinedStr)):
            return f"holds {shown}: nothing is worked out here, so write the result itself."
    return 'is no literal: write numbers, "text", True, False, None, or lists, tuples, sets and dictionaries of them.'


def _unparsed(node: ast.AST) -> str:
    try:
        return ast.unparse(node)[:60]
    except RecursionError:
        return "..."


def _check_integers(value: Any, place: str) -> None:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, int) and one.bit_length() > nodes.MAX_INT_BITS:
            raise ArgumentsError(f"{place} holds an integer of more than {nodes.MAX_INT_BITS} bits.")
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            waiting += one


def _closes_at_the_end(text: str) -> bool:
    """Whether the first bracket's partner is the last character, so that `f(1) + f(2)` is no whole call."""
    depth = 0
    bare = _TEXT.sub("''", text)
    for number, character in enumerate(bare):
        depth += (character in _OPENING) - (character in _CLOSING)
        if not depth and character in _CLOSING:
            return number == len(bare) - 1
    return False
