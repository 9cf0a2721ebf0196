"""One worker process, or the worker inside the server's process: queue, threads, leases, sweep and grader."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from dramatiq import actor as declare

from gradatim.db import Sessions
from gradatim.models import Kind
from gradatim.services import grading
from gradatim.services.authoring import claims
from gradatim.services.line import PRIORITIES
from gradatim.services.metrics import Metrics
from gradatim.services.notices import Notices
from gradatim.services.presence import Doing
from gradatim.services.queue import ACTORS, CHECK_ACTOR, CHECKS, QUEUES, Queue
from gradatim.settings import Settings
from gradatim.worker.assessor import Assessor
from gradatim.worker.checker import Checker, Grader
from gradatim.worker.leases import Leases
from gradatim.worker.presence import Presence
from gradatim.worker.pulse import Pulse
from gradatim.worker.sweeper import Sweeper
from gradatim.worker.taking import Taking
from gradatim_grader import owners
from gradatim_grader.errors import EngineTrouble

LONGEST_CHECK_SECONDS = 3600.0  # see worker/leases.py
DRAIN_SECONDS = 4.0  # for what is being graded when the process must go
DRAIN_BEHIND_SECONDS = 1.0  # for what nobody waits for
SWITCH_SECONDS = 0.0005

log = structlog.get_logger(__name__)


class WorkerProcess:
    """Grades from `start` to `close`, in `settings.grading_threads` threads."""

    def __init__(
        self,
        settings: Settings,
        *,
        sessions: Sessions,
        queue: Queue,
        notices: Notices,
        grader: Grader,
        metrics: Metrics | None = None,
    ) -> None:
        self._grader = grader
        self.owner = owners.this_process()
        self._leases = Leases(sessions, grading, owner=self.owner, lease_seconds=settings.lease_seconds)
        self._checks = Leases(
            sessions,
            claims,
            owner=self.owner,
            lease_seconds=settings.lease_seconds,
            longest_seconds=LONGEST_CHECK_SECONDS,
        )
        self._pulse = Pulse()
        self._assessor = Assessor(
            sessions, grader=grader, leases=self._leases, notices=notices, metrics=metrics, pulse=self._pulse
        )
        self._checker = Checker(
            sessions,
            grader=grader,
            start=self._assessor.start,
            leases=self._checks,
            notices=notices,
            findings=settings.findings_dir,
        )
        self._sweeper = Sweeper(
            sessions,
            queue,
            sweep_seconds=settings.sweep_seconds,
            lease_seconds=settings.lease_seconds,
            fresh_queue=settings.embedded,
        )
        self._presence = Presence(
            sessions,
            grader,
            owner=self.owner,
            name=settings.worker_name or socket.gethostname(),
            lease_seconds=settings.lease_seconds,
            beat_file=settings.beat_file,
            tell=self.doing,
            obey=self._obey,
        )
        self._threads = settings.grading_threads
        for kind in Kind:
            named = declare(
                actor_name=ACTORS[kind], queue_name=QUEUES[kind], priority=PRIORITIES[kind], broker=queue.broker
            )
            named(_one_of(kind, self._assessor.assess_behind if kind is Kind.REGRADE else self._assessor.assess_next))
        live = {name for kind, name in QUEUES.items() if kind is not Kind.REGRADE}
        self._taking = Taking(queue.broker, queues=live, threads=settings.grading_threads)
        # A thread of its own, that may wait as long as there is live work without taking a place from it.
        self._behind = Taking(queue.broker, queues={QUEUES[Kind.REGRADE]}, threads=1)
        # Another for checks of drafts, which take a minute; one at a time.
        declare(actor_name=CHECK_ACTOR, queue_name=CHECKS, broker=queue.broker)(self._checker.check)
        self._checking = Taking(queue.broker, queues={CHECKS}, threads=1)

    def start(self) -> None:
        """Start everything; returns at once. An engine that does not answer is tried again with each submission."""
        # A grading thread lets go of the interpreter at each of a hundred frames. With Python's 5 ms it would wait that
        # long to get it back whenever another thread, of the web for instance, has something to compute.
        sys.setswitchinterval(SWITCH_SECONDS)
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()
        self._presence.start()
        self._pulse.start()
        for each in (self._leases, self._checks, self._taking, self._behind, self._checking):
            each.start()
        self._sweeper.start()

    def close(self) -> None:
        """Finish what is nearly done, put back the rest, remove our containers. Takes less than ten seconds."""
        self._assessor.stop_taking()
        self._checker.stop()
        self._sweeper.close()
        for each in (self._behind, self._checking):
            each.close(timeout_seconds=DRAIN_BEHIND_SECONDS)
        self._taking.close(timeout_seconds=DRAIN_SECONDS)
        self._checks.close()
        self._leases.close()  # before the containers go: what their end looks like must not become a verdict
        self._presence.close()
        self._pulse.close()
        self._grader.close()

    @property
    def is_taking(self) -> bool:
        """Whether anything new is taken: not while staff drain this worker."""
        return self._taking.is_on

    def doing(self) -> Doing:
        """What this worker does, and what its grader has."""
        pool: dict[str, Any] = msgspec.to_builtins(self._grader.status())
        return Doing(
            threads=self._threads,
            grading=len(self._leases.held()) + len(self._checks.held()),
            trouble=pool.pop("last_engine_error"),
            pool=pool | {"taking": self.is_taking},
        )

    def _obey(self, drain: bool) -> None:
        """Called every few seconds: what was stopped begins again only when it has finished what it had."""
        takers = (self._taking, self._behind, self._checking)
        if drain and any(taker.is_on for taker in takers):
            log.info("draining: what it has is finished, nothing more is taken", worker=self.owner)
            for taker in takers:
                taker.drain()
        elif not drain and not all(taker.is_on for taker in takers):
            for taker in takers:
                taker.start()
            self._sweeper.send_everything()  # a queue in memory has forgotten what was given back

    def _warm_up(self) -> None:
        try:
            self._assessor.start()
        except EngineTrouble as error:
            log.warning("engine trouble", reason=str(error))


def _one_of(kind: Kind, take: Callable[[Kind], None]) -> Callable[[int], None]:
    """What a message does: its number only says that somebody came."""

    def taken(submission_id: int) -> None:
        take(kind)

    return taken
