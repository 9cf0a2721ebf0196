"""Reads the first line of a case: the verdicts that are right, and the pitfalls that must be named.

# expect: VERDICT [VERDICT ...] [pitfall=NAME[,NAME...] | pitfall=none]
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

CASES = Path(__file__).resolve().parent


class Expected(NamedTuple):
    """`pitfalls` is None where a case does not say which; otherwise exactly these, in any order."""

    verdicts: frozenset[str]
    pitfalls: frozenset[str] | None


def expected_of(case: Path) -> Expected:
    return expected_in(case.read_bytes())


def expected_in(source: bytes) -> Expected:
    first = source.splitlines()[0].decode("utf-8-sig", errors="replace")
    words = first.removeprefix("# expect:").split()
    named = next((word.removeprefix("pitfall=") for word in words if word.startswith("pitfall=")), None)
    verdicts = frozenset(word for word in words if not word.startswith("pitfall="))
    if named is None:
        return Expected(verdicts, None)
    return Expected(verdicts, frozenset() if named == "none" else frozenset(named.split(",")))
