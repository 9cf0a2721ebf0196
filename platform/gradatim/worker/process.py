"""One worker process, or the worker inside the server's process: queue, threads, leases, sweep and grader."""

from __future__ import annotations

import socket
import sys
import threading
from typing import Any

import structlog
from dramatiq import Worker
from dramatiq import actor as declare

from gradatim.db import Sessions
from gradatim.models import Kind
from gradatim.services import grading
from gradatim.services.authoring import claims
from gradatim.services.notices import Notices
from gradatim.services.queue import ACTORS, CHECK_ACTOR, CHECKS, QUEUES, Queue
from gradatim.settings import Settings
from gradatim.worker.assessor import Assessor
from gradatim.worker.checker import Checker, Grader
from gradatim.worker.leases import Leases
from gradatim.worker.presence import Presence
from gradatim.worker.sweeper import Sweeper
from gradatim_grader import owners
from gradatim_grader.errors import EngineTrouble

PRIORITIES = {Kind.SUBMIT: 0, Kind.RUN: 10, Kind.CALL: 10, Kind.TRY: 20, Kind.REGRADE: 100}  # the smaller goes first
DRAIN_SECONDS = 4.0  # for what is being graded when the process must go
DRAIN_BEHIND_SECONDS = 1.0  # for what nobody waits for
SWITCH_SECONDS = 0.0005
TAKE_MS = 200  # how soon an idle thread notices that it must stop

log = structlog.get_logger(__name__)


class WorkerProcess:
    """Grades from `start` to `close`, in `settings.grading_threads` threads."""

    def __init__(
        self, settings: Settings, *, sessions: Sessions, queue: Queue, notices: Notices, grader: Grader
    ) -> None:
        self._grader = grader
        self.owner = owners.this_process()
        self._leases = Leases(sessions, grading, owner=self.owner, lease_seconds=settings.lease_seconds)
        self._checks = Leases(sessions, claims, owner=self.owner, lease_seconds=settings.lease_seconds)
        self._assessor = Assessor(sessions, grader=grader, leases=self._leases, notices=notices)
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
        )
        for kind in Kind:
            named = declare(
                actor_name=ACTORS[kind], queue_name=QUEUES[kind], priority=PRIORITIES[kind], broker=queue.broker
            )
            named(self._assessor.assess_behind if kind is Kind.REGRADE else self._assessor.assess)
        live = {name for kind, name in QUEUES.items() if kind is not Kind.REGRADE}
        self._worker = Worker(
            queue.broker, queues=live, worker_threads=settings.grading_threads, worker_timeout=TAKE_MS
        )
        # A thread of its own, that may wait as long as there is live work without taking a place from it.
        behind = {QUEUES[Kind.REGRADE]}
        self._behind = Worker(queue.broker, queues=behind, worker_threads=1, worker_timeout=TAKE_MS)
        # Another for checks of drafts, which take a minute; one at a time.
        declare(actor_name=CHECK_ACTOR, queue_name=CHECKS, broker=queue.broker)(self._checker.check)
        self._checking = Worker(queue.broker, queues={CHECKS}, worker_threads=1, worker_timeout=TAKE_MS)

    def start(self) -> None:
        """Start everything; returns at once. An engine that does not answer is tried again with each submission."""
        # A grading thread lets go of the interpreter at each of a hundred frames. With Python's 5 ms it would wait that
        # long to get it back whenever another thread, of the web for instance, has something to compute.
        sys.setswitchinterval(SWITCH_SECONDS)
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()
        self._presence.start()
        for each in (self._leases, self._checks, self._worker, self._behind, self._checking):
            each.start()
        self._sweeper.start()

    def close(self) -> None:
        """Finish what is nearly done, put back the rest, remove our containers. Takes less than ten seconds."""
        self._assessor.stop_taking()
        self._checker.stop()
        self._sweeper.close()
        for each in (self._behind, self._checking):
            each.stop(timeout=int(DRAIN_BEHIND_SECONDS * 1000))
        self._worker.stop(timeout=int(DRAIN_SECONDS * 1000))
        self._checks.close()
        self._leases.close()  # before the containers go: what their end looks like must not become a verdict
        self._presence.close()
        self._grader.close()

    def status(self) -> dict[str, Any]:
        """For staff: what the grader says of itself, where it says anything."""
        told = getattr(self._grader, "status", None)
        status: dict[str, Any] = {"being_graded": len(self._leases.held())}
        if told is not None:
            now = told()
            status.update({name: getattr(now, name) for name in now.__struct_fields__})
        return status

    def _warm_up(self) -> None:
        try:
            self._assessor.start()
        except EngineTrouble as error:
            log.warning("engine trouble", reason=str(error))
