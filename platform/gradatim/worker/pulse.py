"""Notices when this process did not run for a while: frozen with its machine, say, or starved of the processor.

Limits in seconds are kept by this process's clock, which goes on while the process does not. A limit that ran out
meanwhile says nothing about the learner's code.
"""

from __future__ import annotations

import threading
import time

TICK_SECONDS = 0.1
STALL_SECONDS = 1.0  # how late a tick may be: a tenth of it is usual on a busy machine


class Pulse:
    """Beats between `start` and `close`."""

    def __init__(self) -> None:
        self._closing = threading.Event()
        self._beat = time.monotonic()
        self._stalled_until = float("-inf")
        self._thread = threading.Thread(target=self._keep_beating, name="pulse", daemon=True)

    def start(self) -> None:
        self._beat = time.monotonic()
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def stalled_since(self, moment: float) -> bool:
        """Whether this process did not run for a while after `moment`, which is on the monotonic clock."""
        self._look()
        return self._stalled_until >= moment

    def _keep_beating(self) -> None:
        while not self._closing.wait(TICK_SECONDS):
            self._look()
            self._beat = time.monotonic()

    def _look(self) -> None:
        now = time.monotonic()
        if self._thread.is_alive() and now - self._beat > STALL_SECONDS:
            self._stalled_until = now
