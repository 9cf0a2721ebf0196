"""A lesson: Markdown with live blocks, read into typed parts. Must never run anything that it reads.

A live block is a fenced block whose info string is `array`, `quiz`, `try` or `aside`. The first three hold TOML, an
aside holds Markdown. Everything between live blocks stays Markdown.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from gradatim_grader.blocks import ArrayBlock, Aside, Block, Prose, Quiz, TryBlock
from gradatim_grader.errors import ProblemError

KINDS = ("array", "quiz", "try", "aside")
FILES = ("statement.md", "theory.md")  # those that may hold live blocks
SOURCES = ("lesson.py", "solution.py")  # where the functions of array blocks are looked for, in this order
_TOML_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_PLACE = re.compile(r" - at `\$\.?(.*)`$")

Wanted = TypeVar("Wanted")


class Part(msgspec.Struct, frozen=True):
    """A block, the line it begins in, and a key that no other part of the file has: `theory-3`."""

    line: int
    key: str
    block: Block


class Lesson(msgspec.Struct, frozen=True):
    """The parts of one file, in order."""

    parts: tuple[Part, ...]

    def of(self, kind: type[Wanted]) -> Iterator[tuple[Part, Wanted]]:
        """The parts of one kind, each with its block."""
        for part in self.parts:
            if isinstance(part.block, kind):
                yield part, part.block

    def quiz(self, name: str) -> Quiz | None:
        return next((block for _, block in self.of(Quiz) if block.name == name), None)


@lru_cache(maxsize=64)
def read(text: str, *, file: str) -> Lesson:
    """Take a Markdown file apart.

    Raises:
        ProblemError: a live block is not what it should be; one line that names file, line, key and reason.
    """
    stem, parts, done = file.partition(".")[0], list[Part](), 0
    lines = text.splitlines(keepends=True)

    def add(line: int, block: Block) -> None:
        parts.append(Part(line + 1, f"{stem}-{len(parts)}", block))

    for token in MarkdownIt("commonmark", {"html": False}).parse(text):
        kind = _kind_of(token, file)
        if kind is None or token.map is None:
            continue
        start, end = token.map
        _check_end(token, lines[end - 1], start=start, end=end, file=file)
        if prose := "".join(lines[done:start]).strip("\n"):
            add(done, Prose(prose))
        add(start, _block(kind, token.content, file=file, line=start + 1))
        done = end
    if prose := "".join(lines[done:]).strip("\n"):
        add(done, Prose(prose))
    return Lesson(tuple(parts))


def _kind_of(token: Token, file: str) -> str | None:
    """Which live block this is, or None."""
    words = token.info.split()
    if token.type != "fence" or not words or words[0] not in KINDS or token.map is None:
        return None
    place = f"line {token.map[0] + 1}"
    if token.level:
        raise ProblemError(file, f"a block of kind {words[0]} cannot stand inside a list or a quotation", key=place)
    if len(words) > 1:
        raise ProblemError(file, f"nothing may follow the word {words[0]}", key=place)
    return words[0]


def _check_end(token: Token, last: str, *, start: int, end: int, file: str) -> None:
    if end - 1 == start or not last.strip().startswith(token.markup):
        raise ProblemError(file, f"the block of kind {token.info.strip()} has no end", key=f"line {start + 1}")


def _block(kind: str, body: str, *, file: str, line: int) -> Block:
    if kind == "aside":
        return Aside(body.strip("\n"))
    try:
        table = tomllib.loads(body)
    except tomllib.TOMLDecodeError as error:
        found = _TOML_LINE.search(str(error))
        at = line + int((found and found[1]) or 0)
        raise ProblemError(file, _TOML_LINE.sub("", str(error)), key=f"line {at}") from None
    try:
        return _MAKERS[kind](table)
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        key = f"line {line}: {place[1]}" if place and place[1] else f"line {line}"
        raise ProblemError(file, _PLACE.sub("", str(error)), key=key) from None


_MAKERS: dict[str, Callable[[Any], Block]] = {
    "array": lambda table: msgspec.convert(table, ArrayBlock),
    "quiz": lambda table: msgspec.convert(table, Quiz),
    "try": lambda table: msgspec.convert(table, TryBlock),
}


def check(files: Mapping[str, bytes], *, entry: str) -> None:
    """Read every lesson of a problem, and see that what its blocks refer to is there.

    Raises:
        ProblemError: see `read`; or two questions have one name, or an array calls a function that nobody defines.
    """
    defined, names = _defined_in(files), set[str]()
    for file in FILES:
        for part, quiz in read(files.get(file, b"").decode(), file=file).of(Quiz):
            if quiz.name in names:
                raise ProblemError(file, f"there is another question named {quiz.name}", key=f"line {part.line}: name")
            names.add(quiz.name)
        for part, array in read(files.get(file, b"").decode(), file=file).of(ArrayBlock):
            for key, name in (("function", array.function or entry), ("wavelengths", array.wavelengths)):
                if name and name not in defined:
                    reason = f"neither {SOURCES[0]} nor {SOURCES[1]} defines {name}"
                    raise ProblemError(file, reason, key=f"line {part.line}: {key}")


def _defined_in(files: Mapping[str, bytes]) -> set[str]:
    """The functions that the problem's own files define, read and not run."""
    trees = [ast.parse(files.get(source, b"")) for source in SOURCES]
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
