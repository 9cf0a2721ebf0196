"""Waiting in tests for what another process or thread is about to do."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE_SECONDS = 90
LOOK_SECONDS = 0.05


def until(holds: Callable[[], object], *, what: str = "") -> None:
    """Look until it holds. A busy machine may take its time; `what` is said where it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(LOOK_SECONDS)


@contextmanager
def as_in_a_terminal() -> Iterator[None]:
    """What is started meanwhile ends with its terminal, also where these tests run under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)
