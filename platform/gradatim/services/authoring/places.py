"""Where in a file a fault is: the line that an editor marks, worked out from the words of the fault. Runs nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gradatim_grader.errors import ProblemError

_LINE = re.compile(r"\bline (\d+)\b")
_PART = re.compile(r"([A-Za-z_]\w*)((?:\[\d+\])*)")
_HEADER = re.compile(r"\s*\[\[?\s*([\w.]+)\s*\]\]?\s*(?:#.*)?")
_QUOTED = re.compile(r"`(\w+)`")


@dataclass(frozen=True)
class Place:
    """A fault of a draft's files. `line` counts from 1; 0 where it is no line's."""

    file: str
    key: str
    reason: str
    line: int


def place_of(error: ProblemError, text: str) -> Place:
    """`text` is the file's that the error names."""
    found = _LINE.search(error.key) or _LINE.search(error.reason)
    if found:
        line = int(found[1])
    elif error.file.endswith(".toml"):
        line = _toml_line(text, error)
    else:
        line = 0
    return Place(error.file, error.key, error.reason, min(line, len(text.splitlines()) or 1))


def _toml_line(text: str, error: ProblemError) -> int:
    """The line of a key such as `pitfall[1].hint`, or of its table where the key itself is not there."""
    parts = [(name, int(indices[1:-1].split("][")[0]) if indices else 0) for name, indices in _PART.findall(error.key)]
    wanted, unknown = parts[-1][0] if parts else "", _QUOTED.search(error.reason)
    if unknown and "unknown field" in error.reason:
        wanted = unknown[1]
    table, number = parts[0] if parts else ("", 0)
    lines = text.splitlines()
    if start := _key_line(lines, table, within=(0, _first_header(lines))):
        return start  # a key of the file's own, not of a table
    first, last = _table(lines, table, number)
    return _key_line(lines, wanted, within=(first, last)) or first


def _table(lines: list[str], name: str, number: int) -> tuple[int, int]:
    """The lines (from, up to) of the `number`th table of that name, counted from 0; the file's beginning for none."""
    headers = [(at, found[1]) for at, line in enumerate(lines) if (found := _HEADER.fullmatch(line))]
    same = [at for at, found in headers if found == name]
    if not name or number >= len(same):
        return 0, _first_header(lines)
    begin = same[number]
    others = [at for at, found in headers if at > begin and not found.startswith(f"{name}.")]
    return begin + 1, others[0] if others else len(lines)


def _first_header(lines: list[str]) -> int:
    return next((at for at, line in enumerate(lines) if _HEADER.fullmatch(line)), len(lines))


def _key_line(lines: list[str], name: str, *, within: tuple[int, int]) -> int:
    """The line, from 1, that sets `name`, or 0."""
    setting = re.compile(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=") if name else None
    first, last = within
    return next((at + 1 for at in range(first, last) if setting and setting.match(lines[at])), 0)
