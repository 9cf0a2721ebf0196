"""Two texts side by side: which lines are the same, and inside a changed line which words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

CONTEXT = 3  # equal lines that stay beside a change
MAX_LINES = 1000  # of either text: finding what two larger ones share could take minutes
MAX_WORD_PAIRS = 400_000  # that are looked at in all: lines beyond are shown whole, for the same reason
ALIKE = 0.5  # below this two lines have so little in common that marking words would only confuse
_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)


@dataclass(frozen=True)
class Piece:
    """A part of a line."""

    text: str
    changed: bool = False


@dataclass(frozen=True)
class Line:
    """One line of a text, counted from 1."""

    number: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Row:
    """Two lines beside each other; None where a text has none there. A row with `left_out` stands for equal lines."""

    left: Line | None = None
    right: Line | None = None
    same: bool = False
    left_out: int = 0


class TooLong(ValueError):
    """A text has more than `MAX_LINES` lines."""


def side_by_side(left: str, right: str) -> list[Row]:
    """The rows of a comparison, long equal stretches left out.

    Raises:
        TooLong: see there.
    """
    ours, theirs = _lines(left), _lines(right)
    if max(len(ours), len(theirs)) > MAX_LINES:
        raise TooLong(f"{len(ours)} and {len(theirs)} lines")
    rows: list[Row] = []
    marker = _Marker()
    blocks = SequenceMatcher(None, ours, theirs).get_opcodes()
    for number, (kind, a, b, c, d) in enumerate(blocks):
        if kind == "equal":
            first, last = number == 0, number == len(blocks) - 1
            rows += _equal(ours[a:b], a, c, before=not first, after=not last)
        else:
            rows += _changed(list(enumerate(ours))[a:b], list(enumerate(theirs))[c:d], marker)
    return rows


def _lines(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _equal(lines: list[str], a: int, c: int, *, before: bool, after: bool) -> Iterator[Row]:
    """Equal lines: those near a change before or after, and one row that counts the others."""
    head, tail = CONTEXT * before, CONTEXT * after
    hidden = range(head, len(lines) - tail) if len(lines) - head - tail > 1 else range(0)
    for number, line in enumerate(lines):
        if number in hidden:
            if number == hidden.start:
                yield Row(same=True, left_out=len(hidden))
            continue
        pieces = (Piece(line),)
        yield Row(Line(a + number + 1, pieces), Line(c + number + 1, pieces), same=True)


def _changed(ours: list[tuple[int, str]], theirs: list[tuple[int, str]], marker: _Marker) -> Iterator[Row]:
    for number in range(max(len(ours), len(theirs))):
        mine = ours[number] if number < len(ours) else None
        other = theirs[number] if number < len(theirs) else None
        left, right = marker.marked(mine[1] if mine else "", other[1] if other else "")
        yield Row(
            None if mine is None else Line(mine[0] + 1, left),
            None if other is None else Line(other[0] + 1, right),
        )


class _Marker:
    """Finds the words that differ, in as many lines as there is time for."""

    def __init__(self) -> None:
        self._left = MAX_WORD_PAIRS

    def marked(self, left: str, right: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """Both lines in pieces, those that differ marked; each whole where they have little in common."""
        ours, theirs = _WORD.findall(left), _WORD.findall(right)
        self._left -= len(ours) * len(theirs)
        matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
        if self._left < 0 or matcher.ratio() < ALIKE:
            return (Piece(left),), (Piece(right),)
        codes = matcher.get_opcodes()
        mine = tuple(_piece(ours[a:b], kind) for kind, a, b, _, _ in codes if b > a)
        other = tuple(_piece(theirs[c:d], kind) for kind, _, _, c, d in codes if d > c)
        return mine, other


def _piece(words: list[str], kind: str) -> Piece:
    text = "".join(words)
    return Piece(text, kind != "equal" and not text.isspace())
