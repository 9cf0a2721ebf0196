"""This worker's heartbeat, and the watch over the others: who has died, and which containers nobody owns any more."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import structlog

from gradatim.db import UNREACHABLE, Sessions, reason_of
from gradatim.services import presence
from gradatim.services.presence import Doing
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.unchanged import Unchanged

BEATS = 3  # in the time of one lease, and at least every
BEAT_SECONDS = 10.0  # for whoever looks at the file
DEAD_LEASES = 4  # without a beat, while the database answered all the time
TIDY_SECONDS = 15.0

log = structlog.get_logger(__name__)


class Tidies(Protocol):
    """As much of the grader as this needs."""

    def tidy(self, dead: frozenset[str]) -> int: ...


class Presence:
    """Two threads between `start` and `close`: an engine that hangs must not make this worker look dead."""

    def __init__(
        self,
        sessions: Sessions,
        grader: Tidies,
        *,
        owner: str,
        name: str,
        lease_seconds: float,
        beat_file: Path | None = None,
        tell: Callable[[], Doing] = Doing,
        obey: Callable[[bool], None] = lambda drain: None,
    ) -> None:
        """`tell` says what this worker does; `obey` hears after each beat whether it shall take nothing more."""
        self._sessions, self._grader = sessions, grader
        self._owner, self._name, self._lease_seconds = owner, name, lease_seconds
        self._beat_file = beat_file
        self._tell, self._obey = tell, obey
        self._watched = Unchanged(seconds=DEAD_LEASES * lease_seconds)
        self.dead: frozenset[str] = frozenset()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep_beating, name="presence", daemon=True),
            threading.Thread(target=self._keep_tidying, name="tidying", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def beat(self) -> None:
        """Tell of ourselves, and look at the others."""
        self._obey(presence.beat(self._sessions, owner=self._owner, name=self._name, doing=self._tell()))
        if self._beat_file is not None:
            self._beat_file.touch()
        self.dead = self._watched.look(presence.beats(self._sessions)) - {self._owner}

    def close(self) -> None:
        self._closing.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        if self._beat_file is not None:
            self._beat_file.unlink(missing_ok=True)
        try:
            presence.leave(self._sessions, owner=self._owner)
        except UNREACHABLE as error:
            log.warning("could not say that this worker leaves", reason=reason_of(error))

    def _keep_beating(self) -> None:
        introduced = False
        while True:
            try:
                if not introduced:
                    self._look_for_namesakes()
                    introduced = True
                self.beat()
            except UNREACHABLE as error:
                self._watched.forget()  # nobody could beat, so nobody is dead for it
                self.dead = frozenset()
                log.warning("no heartbeat", reason=reason_of(error))
            except OSError as error:
                log.warning("no heartbeat file", reason=str(error))
            if self._closing.wait(min(BEAT_SECONDS, self._lease_seconds / BEATS)):
                return

    def _look_for_namesakes(self) -> None:
        found = presence.namesakes(
            self._sessions,
            owner=self._owner,
            name=self._name,
            within_seconds=DEAD_LEASES * self._lease_seconds,
        )
        if found:
            log.warning(
                "a worker of this name was here a moment ago: if it still is, GRADATIM_WORKER_NAME tells them apart."
                " Nothing is lost: each claims as itself",
                name=self._name,
                others=found,
            )

    def _keep_tidying(self) -> None:
        while not self._closing.wait(min(TIDY_SECONDS, self._lease_seconds)):
            try:
                removed = self._grader.tidy(self.dead)
            except EngineTrouble as error:
                log.warning("containers not tidied", reason=str(error))
            else:
                if removed:
                    log.info("removed containers that nobody owns any more", containers=removed)
