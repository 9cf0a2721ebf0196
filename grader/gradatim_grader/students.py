"""Where one submission's students come from and go to: always fresh, or kept for a person's next Run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gradatim_grader.container import Container
from gradatim_grader.kept import KeptStudents
from gradatim_grader.pool import StudentPool


class Students(Protocol):
    """Where fresh students come from, and where used ones go."""

    def take(self) -> Container: ...
    def discard(self, container: Container) -> None: ...
    def done(self, container: Container) -> None:
        """Take back a student that lives and has answered all it was asked."""


class FreshStudents:
    """A container for each submission, thrown away behind it."""

    def __init__(self, pool: StudentPool, memory_mib: int) -> None:
        self._pool, self._memory_mib = pool, memory_mib

    def take(self) -> Container:
        return self._pool.take(self._memory_mib)

    def discard(self, container: Container) -> None:
        self._pool.discard(container)

    done = discard


class OwnStudents:
    """As `FreshStudents`, but made when asked for: for a memory limit that nobody will ask for again."""

    def __init__(self, make: Callable[[int], Container], discard: Callable[[Container], None], memory_mib: int) -> None:
        self._make, self._memory_mib = make, memory_mib
        self.discard = self.done = discard

    def take(self) -> Container:
        return self._make(self._memory_mib)


class StudentsOf:
    """One person's container for one problem version."""

    def __init__(self, kept: KeptStudents, key: str, memory_mib: int, discard: Callable[[Container], None]) -> None:
        self._kept, self._key, self._memory_mib = kept, key, memory_mib
        self.discard = discard

    def take(self) -> Container:
        return self._kept.take(self._key, self._memory_mib)

    def done(self, container: Container) -> None:
        self._kept.keep(self._key, container)
