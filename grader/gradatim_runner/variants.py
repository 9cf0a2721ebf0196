"""Known-wrong variants of a solution: its text with a small change, alone or two at a time.

Pure text and `exec` of the problem's own code. Must never see learner code.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import msgspec


class VariantError(ValueError):
    """A change does not fit the solution that it is made to."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One replacement in solution.py. `from` must stand there exactly once."""

    from_: str = msgspec.field(name="from")
    to: str


class Variant(msgspec.Struct, frozen=True):
    """One runnable known-wrong solution and the names of the pitfalls that it shows."""

    pitfalls: tuple[str, ...]
    source: str


class SmallChange(msgspec.Struct, frozen=True):
    """A variant given by changes, kept apart so that two of them can be made at once."""

    pitfall: str
    changes: tuple[Change, ...]


def located(solution: str, changes: Sequence[Change]) -> list[tuple[int, int, str]]:
    """Where each change goes, as (start, end, replacement) in characters, sorted.

    Raises:
        VariantError: a `from` text is missing or stands more than once, or two changes overlap.
    """
    places = []
    for change in changes:
        count = solution.count(change.from_) if change.from_ else 0
        if count != 1:
            seen = "is empty" if not change.from_ else f"stands {count} times in solution.py, not once"
            raise VariantError(f"from = {change.from_!r} {seen}")
        start = solution.index(change.from_)
        places.append((start, start + len(change.from_), change.to))
    places.sort()
    if any(first[1] > second[0] for first, second in pairwise(places)):
        raise VariantError("two of its changes overlap")
    return places


def changed(solution: str, changes: Sequence[Change]) -> str:
    """The solution with all the changes made at once; see `located` for the errors."""
    text = solution
    for start, end, replacement in reversed(located(solution, changes)):
        text = text[:start] + replacement + text[end:]
    return text


def pairs_of(solution: str, small: Sequence[SmallChange]) -> list[Variant]:
    """Every two small changes of different pitfalls that stand at different places, made together."""
    made = []
    for one, other in combinations(small, 2):
        if one.pitfall == other.pitfall:
            continue
        try:
            source = changed(solution, one.changes + other.changes)
        except VariantError:  # they change the same place: these two mistakes exclude each other
            continue
        made.append(Variant((one.pitfall, other.pitfall), source))
    return made
