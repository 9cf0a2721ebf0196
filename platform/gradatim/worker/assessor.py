"""Grades one submission: claims the next in line, has the sandbox grade it, stores what came out. Never raises."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

import structlog
from structlog.contextvars import bound_contextvars

from gradatim.db import UNREACHABLE, Sessions, reason_of, utc_now
from gradatim.models import Kind
from gradatim.services import grading, publishing
from gradatim.services.grading import Claim
from gradatim.services.metrics import Metrics
from gradatim.services.notices import Notices
from gradatim.worker.leases import Leases
from gradatim.worker.progress import Overtaken, Progress
from gradatim.worker.pulse import Pulse
from gradatim_grader import grader as sandbox
from gradatim_grader.calls import OwnCall
from gradatim_grader.errors import CheckerTrouble, EngineTrouble
from gradatim_grader.grader import GraderStatus, Scope
from gradatim_grader.problem import Problem
from gradatim_runner.report import Outcome, Report, Verdict

SCOPES = {
    Kind.RUN: Scope.RUN,
    Kind.CALL: Scope.CALL,
    Kind.SUBMIT: Scope.SUBMIT,
    Kind.TRY: Scope.TRY,
    Kind.REGRADE: Scope.SUBMIT,
}
KEPT_PROBLEMS = 16
QUIET_LOOK_SECONDS = 0.05
MOST_STALLS = 3  # of one submission; a machine that is always this slow has to be believed some time
STORE_TRIES = 5  # a second apart: as long as a database may be away without another grading

log = structlog.get_logger(__name__)


class Grades(Protocol):
    """As much of the grader as an assessor needs."""

    def start(self) -> None: ...
    def has_spare(self) -> bool: ...
    def grade(
        self,
        problem: Problem,
        source: bytes,
        *,
        scope: Scope = Scope.SUBMIT,
        on_progress: Callable[[sandbox.Progress], None] | None = None,
        while_waiting: Callable[[], None] | None = None,
        keep_for: str = "",
        call: OwnCall | None = None,
    ) -> Report: ...
    def tidy(self, dead: frozenset[str]) -> int: ...
    def status(self) -> GraderStatus: ...
    def close(self) -> None: ...


class Assessor:
    """Shared by the threads of one worker process."""

    def __init__(
        self,
        sessions: Sessions,
        *,
        grader: Grades,
        leases: Leases[Claim, int | Kind],
        notices: Notices,
        metrics: Metrics | None = None,
        pulse: Pulse | None = None,
    ) -> None:
        self._sessions, self._grader, self._leases, self._notices = sessions, grader, leases, notices
        self._pulse = pulse or Pulse()
        self._metrics = metrics or Metrics()
        self._starting = threading.Lock()
        self._started = False
        self._closing = threading.Event()
        self._problem_of = lru_cache(KEPT_PROBLEMS)(self._load_problem)

    def assess_next(self, kind: Kind) -> None:
        """Grade whoever is next in line, if anybody is. Whatever goes wrong, it stays queued or the sweep finds it."""
        if self._closing.is_set():
            return
        try:
            claim = self._leases.claim(kind)
            if claim is not None:
                with bound_contextvars(submission=claim.submission_id, request=claim.request_id):
                    self._notices.tell(claim.submission_id)
                    self._grade(claim)
        except UNREACHABLE as error:
            log.warning("the database does not answer; the sweep will find what waits", exc_info=error)

    def assess_behind(self, kind: Kind) -> None:
        """As `assess_next`, for what nobody waits for: while nothing else is graded here and a sandbox is left over."""
        while self._is_busy() and not self._closing.wait(QUIET_LOOK_SECONDS):
            continue
        self.assess_next(kind)

    def start(self) -> None:
        """Start the grader if it is not. Raises EngineTrouble."""
        with self._starting:
            if not self._started:
                self._grader.start()
                self._started = True

    def _is_busy(self) -> bool:
        return self._started and (bool(self._leases.held()) or not self._grader.has_spare())

    def stop_taking(self) -> None:
        """Take nothing new, and put back what the engine's end interrupts."""
        self._closing.set()

    def _grade(self, claim: Claim) -> None:
        self._metrics.claimed(claim, waited_seconds=(utc_now() - claim.created_at).total_seconds())
        try:
            stored = self._with_grader(claim)
        finally:
            self._leases.give_up(claim)
            self._notices.tell(claim.submission_id)
        if not stored:
            log.warning("cancelled, or another worker has it", attempt=claim.attempt)
            self._metrics.fault("overtaken")
            grading.let_go(self._sessions, claim)

    def _with_grader(self, claim: Claim) -> bool:
        began = time.monotonic()
        try:
            self.start()
            progress = Progress(self._sessions, notices=self._notices, claim=claim)
            report = self._grader.grade(
                self._problem_of(claim.version_id),
                claim.source,
                scope=SCOPES[claim.kind],
                on_progress=progress,
                while_waiting=progress.look,
                keep_for=str(claim.user_id),
                call=claim.call,
            )
        except Overtaken:
            return False
        except EngineTrouble as error:
            if self._closing.is_set():  # not the engine's trouble: we are leaving
                return grading.put_back(self._sessions, claim)
            log.warning("engine trouble", reason=str(error))
            self._metrics.fault("engine")
            return grading.wait_for_engine(self._sessions, claim, reason=str(error))
        except CheckerTrouble as error:
            return self._fault(claim, error)
        except UNREACHABLE:
            raise
        except Exception as error:  # noqa: BLE001 - a mistake of ours must cost one submission a delay, not the worker
            return self._fault(claim, error)
        if ran_out_of_time(report) and claim.attempt <= MOST_STALLS and self._pulse.stalled_since(began):
            log.warning("graded again: this worker did not run for a while", attempt=claim.attempt)
            self._metrics.fault("stalled")
            return grading.put_back(self._sessions, claim)
        stored = self._store(claim, report)
        if stored:
            seconds = time.monotonic() - began
            log.info("graded", kind=claim.kind.value, verdict=report.verdict.value, seconds=round(seconds, 3))
            self._metrics.graded(claim, verdict=report.verdict, seconds=seconds)
        return stored

    def _fault(self, claim: Claim, error: Exception) -> bool:
        if self._closing.is_set():
            return grading.put_back(self._sessions, claim)
        log.error("grading failed", exc_info=error)
        self._metrics.fault("ours")
        return grading.count_fault(self._sessions, claim, reason=f"{type(error).__name__}: {error}")

    def _store(self, claim: Claim, report: Report) -> bool:
        for _ in range(STORE_TRIES - 1):
            try:
                return grading.finish(self._sessions, claim, report=report)
            except UNREACHABLE as error:
                log.warning("verdict not stored yet", reason=reason_of(error))
                self._closing.wait(1.0)
        return grading.finish(self._sessions, claim, report=report)

    def _load_problem(self, version_id: int) -> Problem:
        return publishing.problem_of(self._sessions, version_id)


def ran_out_of_time(report: Report) -> bool:
    """Whether any clock of ours had a say in the report."""
    late = any(test.outcome == Outcome.TIME_LIMIT for test in report.tests)
    return late or report.verdict == Verdict.TIME_LIMIT
