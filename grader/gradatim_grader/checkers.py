"""Checkers kept warm: one problem version each, its tests collected once, forked for every submission."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from gradatim_grader.container import Container, Gone, Silence
from gradatim_grader.errors import CheckerTrouble
from gradatim_grader.messages import message_for
from gradatim_grader.problem import Problem
from gradatim_runner.frames import Kind
from gradatim_runner.messages import Start

COLLECT_SECONDS = 60.0
MOST_USES = 2000  # each has children only, but those may leave files; a new one takes a second of a processor


class Checker:
    """A checker's container and how often it was used."""

    def __init__(self, container: Container, digest: str) -> None:
        self.container, self.digest, self.uses = container, digest, 0


class CheckerPool:
    """Idle checkers by problem version; the least recently used ones go first. Thread-safe."""

    def __init__(self, make: Callable[[], Container], discard: Callable[[Container], None], *, most: int) -> None:
        self._make, self._discard, self._most = make, discard, most
        self._idle: OrderedDict[int, Checker] = OrderedDict()  # by identity, in order of use
        self._lock = threading.Lock()

    def take(self, problem: Problem) -> Checker:
        """A checker that has collected this version's tests.

        Raises:
            EngineTrouble: none could be made.
            CheckerTrouble: the problem's tests cannot be collected.
        """
        while (idle := self._pop(problem.digest)) is not None:
            if idle.container.is_waiting():
                return idle
            self._discard(idle.container)
        return self._made(problem)

    def give_back(self, checker: Checker) -> None:
        """Keep a checker whose last submission ended well."""
        checker.uses += 1
        if checker.uses >= MOST_USES:
            self._discard(checker.container)
            return
        with self._lock:
            self._idle[id(checker)] = checker
            old = [self._idle.popitem(last=False)[1] for _ in range(len(self._idle) - self._most)]
        for each in old:
            self._discard(each.container)

    def ask(self, problem: Problem, start: Start, kind: Kind, *, within_seconds: float) -> bytes:
        """What a checker answers, with a message of this kind, to what needs no student.

        Raises:
            Gone, Silence: it did not; the checker is discarded.
            EngineTrouble, CheckerTrouble: as for `take`.
        """
        checker = self.take(problem)
        deadline = time.monotonic() + within_seconds
        try:
            checker.container.send(Kind.START, msgspec.msgpack.encode(start), deadline=deadline)
            said = checker.container.expect(kind, deadline=deadline)
        except BaseException:
            self.drop(checker)
            raise
        self.give_back(checker)
        return said

    def drop(self, checker: Checker) -> None:
        self._discard(checker.container)

    def idle(self) -> int:
        return len(self._idle)

    def close(self) -> None:
        with self._lock:
            checkers = list(self._idle.values())
            self._idle.clear()
        for checker in checkers:
            self._discard(checker.container)

    def _pop(self, digest: str) -> Checker | None:
        with self._lock:
            for key, checker in reversed(self._idle.items()):
                if checker.digest == digest:
                    del self._idle[key]
                    return checker
        return None

    def _made(self, problem: Problem) -> Checker:
        container = self._make()
        deadline = time.monotonic() + COLLECT_SECONDS
        try:
            container.send(Kind.PROBLEM, message_for(problem), deadline=deadline)
            container.expect(Kind.COLLECTED, deadline=deadline)
        except Gone as error:
            self._discard(container)
            raise CheckerTrouble(f"the tests of {problem.slug} cannot be collected: {error}") from None
        except Silence:
            self._discard(container)
            raise CheckerTrouble(f"collecting the tests of {problem.slug} took over {COLLECT_SECONDS:g} s") from None
        except BaseException:
            self._discard(container)
            raise
        return Checker(container, problem.digest)
