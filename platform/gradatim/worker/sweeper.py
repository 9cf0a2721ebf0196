"""Sweeps every few seconds: sends to the queue what it lost, and frees what dead workers hold."""

from __future__ import annotations

import threading

import structlog

from gradatim.db import UNREACHABLE, Sessions, reason_of
from gradatim.services import sweeping
from gradatim.services.authoring import checks
from gradatim.services.queue import Queue
from gradatim_grader import owners

log = structlog.get_logger(__name__)


class Sweeper:
    """A thread between `start` and `close`. `fresh_queue` says that the queue was empty when this process began."""

    def __init__(
        self, sessions: Sessions, queue: Queue, *, sweep_seconds: float, lease_seconds: float, fresh_queue: bool
    ) -> None:
        self._sessions, self._queue = sessions, queue
        self._sweep_seconds, self._lease_seconds = sweep_seconds, lease_seconds
        self._everything = fresh_queue
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_sweeping, name="sweeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def sweep(self) -> None:
        """Look once, also for claims of processes of this machine that are no more."""
        sweeping.put_back_claims_of(self._sessions, owners.is_dead)
        checks.put_back_claims_of(self._sessions, owners.is_dead)
        answers = self._queue.length() is not None
        if not answers:
            self.send_everything()  # once it answers: it may have lost what it had, and what was sent since is put off
        everything = self._everything and answers
        for waiting in sweeping.sweep(self._sessions, everything=everything, lease_seconds=self._lease_seconds):
            self._queue.grade(waiting.submission_id, kind=waiting.kind)
        for draft_id in checks.sweep(self._sessions, everything=everything, lease_seconds=self._lease_seconds):
            self._queue.check(draft_id)
        if everything:
            self._everything = False

    def send_everything(self) -> None:
        """At the next look send a message for each that waits."""
        self._everything = True

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def _keep_sweeping(self) -> None:
        while True:
            try:
                self.sweep()
            except UNREACHABLE as error:
                log.warning("not swept", reason=reason_of(error))
            if self._closing.wait(self._sweep_seconds):
                return
