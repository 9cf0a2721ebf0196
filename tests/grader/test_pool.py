"""The pool of waiting students, with containers that are plain objects: what it makes, hands out and lets go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import pytest

from gradatim_grader import pool as pools
from gradatim_grader.container import Container
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.pool import StudentPool


class Waiting:
    """A container that only waits, dies when it is told to, and knows whether it was removed."""

    def __init__(self, memory_mib: int) -> None:
        self.id, self.memory_mib = "0" * 64, memory_mib
        self.alive, self.removed = True, threading.Event()

    def is_waiting(self) -> bool:
        return self.alive

    def shut(self) -> None:
        self.alive = False

    def remove(self) -> None:
        self.removed.set()


class Factory:
    """Makes waiting containers, or fails while `trouble` is set."""

    def __init__(self) -> None:
        self.made: list[Waiting] = []
        self.tried = 0
        self.trouble = ""

    def __call__(self, memory_mib: int) -> Container:
        self.tried += 1
        if self.trouble:
            raise EngineTrouble(self.trouble)
        self.made.append(Waiting(memory_mib))
        return cast(Container, self.made[-1])


@contextmanager
def running(factory: Factory, *, least: int = 1, most: int = 3) -> Iterator[StudentPool]:
    pool = StudentPool(factory, least=least, most=most, makers=2)
    pool.start()
    try:
        yield pool
    finally:
        pool.close()


def until(holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it never came to that")


def test_the_least_number_waits_before_anybody_asks() -> None:
    with running(Factory(), least=2) as pool:
        until(lambda: pool.waiting() == 2)


def test_each_student_is_handed_out_once() -> None:
    with running(Factory()) as pool:
        taken = [pool.take(256) for _ in range(5)]
        assert len({id(each) for each in taken}) == 5


def test_a_dead_one_is_noticed_before_it_is_handed_out() -> None:
    factory = Factory()
    with running(factory) as pool:
        until(lambda: pool.waiting() == 1)
        dead = factory.made[0]
        dead.alive = False
        assert cast(Waiting, pool.take(256)) is not dead
        assert dead.removed.wait(10)


def test_another_memory_limit_gets_a_student_of_its_own() -> None:
    with running(Factory()) as pool:
        assert cast(Waiting, pool.take(512)).memory_mib == 512


def test_demand_makes_more_wait_but_never_more_than_the_most() -> None:
    with running(Factory(), least=1, most=3) as pool:
        for _ in range(8):
            pool.take(256)
        until(lambda: pool.waiting() == 3 and pool.busy() == 0)


def test_when_demand_is_over_the_extra_ones_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "DEMAND_SECONDS", 0.5)
    with running(Factory(), least=1, most=3) as pool:
        for _ in range(8):
            pool.take(256)
        until(lambda: pool.waiting() == 3)
        until(lambda: pool.waiting() == 1)


def test_an_engine_in_trouble_is_said_to_whoever_waits() -> None:
    factory = Factory()
    factory.trouble = "no space left"
    with running(factory) as pool, pytest.raises(EngineTrouble, match="no space left"):
        pool.take(256)


def test_after_a_failure_the_pool_waits_longer_each_time_and_then_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "BACKOFF_SECONDS", (0.05, 0.1))
    factory = Factory()
    factory.trouble = "no space left"
    with running(factory) as pool:
        until(lambda: factory.tried >= 3)
        assert pool.last_error == "no space left"
        factory.trouble = ""
        until(lambda: pool.waiting() == 1)
        assert pool.last_error == ""


def test_closing_removes_every_student_that_waits_or_was_used() -> None:
    factory = Factory()
    with running(factory, least=2) as pool:
        pool.discard(pool.take(256))
        until(lambda: pool.waiting() == 2)
    assert all(each.removed.is_set() for each in factory.made)
