"""An end for the problem's own code, where it is asked for what it may not have been made for."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def late_after(seconds: int) -> Iterator[None]:
    """Raises TimeoutError inside after so many seconds. Only for the main thread, and not for learners' code."""

    def late(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
