"""Asking ahead: what several tests will ask first goes to the student together, before the first of them begins.

What a test asks before it has any answer cannot depend on one, so it is known from a rehearsal, and asking it early
changes neither which calls the learner's code sees nor their order. Behind a test that asks more than once nothing is
asked ahead: its later calls come first. Each journey through the engine costs about a millisecond of processor time.

Of slow code results are to be told test by test: the student answers for half a second and leaves the rest unmade.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import msgspec

from gradatim_runner.messages import CallHead
from gradatim_runner.wire import Reply


class Asked(msgspec.Struct, frozen=True):
    """A call of a function, with its encoded arguments."""

    function: str
    arguments: bytes


Group = list[Asked]  # calls that belong together: behind one that raises, the others are not made


class FirstAsked(msgspec.Struct, frozen=True):
    """What a test asks before it has any answer; `is_all`: and nothing more behind it."""

    group: Group
    is_all: bool


class Ahead:
    """The replies to what was asked ahead, for as long as the tests ask just that."""

    def __init__(self) -> None:
        self._here: deque[tuple[Group, list[Reply]]] = deque()
        self._gave_up = False

    @property
    def is_open(self) -> bool:
        """Whether something may be asked ahead now."""
        return not self._here and not self._gave_up

    def put(self, groups: list[Group], replies: list[Reply]) -> None:
        """Keep the replies, which end early where there is no answer to one call."""
        at = 0
        for group in groups:
            if at < len(replies):
                self._here.append((group, replies[at : at + len(group)]))
            at += len(group)

    def take(self, group: Group | None) -> list[Reply]:
        """The replies to what is asked now, if they are here. If others are, this test is not what was rehearsed."""
        if not self._here:
            return []
        expected, replies = self._here.popleft()
        if group == expected:
            return replies
        self.give_up()
        return []

    def give_up(self) -> None:
        self._here.clear()
        self._gave_up = True


def group_of(asked: list[tuple[CallHead, bytes]]) -> Group | None:
    """Calls in the form in which they are compared; None where an object is asked, made or forgotten."""
    if any(head.of or head.reads or head.keep_as or head.forget for head, _ in asked):
        return None
    return [Asked(head.function, arguments) for head, arguments in asked]


def groups_of(coming: Iterable[FirstAsked | None], *, most: int) -> list[Group]:
    """What can be asked together of the coming tests, in order, in at most so many calls."""
    groups, count = list[Group](), 0
    for first in coming:
        count += len(first.group) if first is not None else 0
        if first is None or count > most:
            break
        groups.append(first.group)
        if not first.is_all:
            break
    return groups
