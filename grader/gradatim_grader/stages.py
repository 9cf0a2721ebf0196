"""Where the time of one submission goes, for operators: each moment belongs to exactly one stage.

The relay waits for one thing at a time, so naming what it waits for is enough. Nothing of this reaches students.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from enum import StrEnum


class Stage(StrEnum):
    """What is being waited for."""

    CHECKER = "checker"  # a warm checker, or a new one where none is idle
    STUDENT = "student"  # a waiting student
    FORK = "fork"  # the checker, until the first it says
    LOAD = "load"  # the student, to execute the source
    ANSWERS = "answers"  # the student, to answer calls
    TESTS = "tests"  # the checker, between calls
    NAMING = "naming"  # the checker, between the last test and the report: names the mistake, sums up
    HOST = "host"  # this process


Observer = Callable[[Mapping[Stage, float]], None]  # seconds by stage, of one submission


class Stages:
    """A clock that is handed from stage to stage. For one thread."""

    def __init__(self) -> None:
        self.seconds: dict[Stage, float] = defaultdict(float)
        self._stage, self._since = Stage.HOST, time.monotonic()

    def turn(self, stage: Stage, *, was: Stage | None = None) -> float:
        """From now on it is `stage`; what ended was `was`, where only its end shows what it was. Returns the time."""
        now = time.monotonic()
        self.seconds[was or self._stage] += now - self._since
        self._stage, self._since = stage, now
        return now
