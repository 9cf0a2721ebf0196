"""Checks one draft of a problem: claims it, proves it in the sandbox, stores the report. Never raises."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
import structlog

from gradatim.db import UNREACHABLE, Sessions, reason_of
from gradatim.services import publishing, rendering
from gradatim.services.authoring import checks, claims
from gradatim.services.authoring.claims import CheckClaim
from gradatim.services.notices import Notices, check_topic
from gradatim.services.publishing import Prepared, Unproven
from gradatim.worker.assessor import Grades
from gradatim.worker.leases import Leases
from gradatim_grader.check import CheckProgress, CheckReport, Fault, check
from gradatim_grader.check.bench import Sandbox
from gradatim_grader.errors import CheckerTrouble, EngineTrouble, ProblemError
from gradatim_grader.problem import Problem
from gradatim_runner.messages import ArrayResult

TELL_SECONDS = 0.3  # between two notes of progress

log = structlog.get_logger(__name__)


class Grader(Grades, Sandbox, Protocol):
    """As much of the grader as a worker process needs."""

    def arrays(self, problem: Problem) -> Sequence[ArrayResult]: ...


class Overtaken(Exception):
    """The check was called off or is another worker's now, or this worker must go."""


class Checker:
    """One for each worker process. `start` makes the grader ready, or raises EngineTrouble."""

    def __init__(
        self,
        sessions: Sessions,
        *,
        grader: Grader,
        start: Callable[[], None],
        leases: Leases[CheckClaim, int],
        notices: Notices,
        findings: Path,
    ) -> None:
        self._sessions, self._grader, self._start = sessions, grader, start
        self._leases, self._notices, self._findings = leases, notices, findings
        self._closing = threading.Event()

    def check(self, draft_id: int) -> None:
        """Check a draft if it still waits to be. Whatever goes wrong, it stays queued or is found by the sweep."""
        if self._closing.is_set():
            return
        try:
            claim = self._leases.claim(draft_id)
            if claim is None:
                return
            self._notices.tell(check_topic(draft_id))
            try:
                self._with_claim(claim)
            finally:
                self._leases.give_up(claim)
                self._notices.tell(check_topic(draft_id))
        except UNREACHABLE as error:
            log.warning("the database does not answer; the sweep will find it", draft=draft_id, exc_info=error)

    def stop(self) -> None:
        """Take nothing new, and give back what runs."""
        self._closing.set()

    def _with_claim(self, claim: CheckClaim) -> None:
        try:
            self._start()
            report, prepared = self._proven(claim)
        except Overtaken:
            claims.put_back(self._sessions, claim)  # where it is still ours: then this worker must go
        except EngineTrouble as error:
            if self._closing.is_set():  # not the engine's trouble: we are leaving
                claims.put_back(self._sessions, claim)
                return
            log.warning("engine trouble", draft=claim.draft_id, reason=str(error))
            claims.wait_for_engine(self._sessions, claim, reason=str(error))
        except UNREACHABLE:
            raise
        except Exception as error:  # a mistake of ours must cost one check a delay, not the worker
            log.error("a check failed", draft=claim.draft_id, exc_info=error)
            claims.count_fault(self._sessions, claim, reason=f"{type(error).__name__}: {error}")
        else:
            claims.finish(self._sessions, claim, report, prepared)

    def _proven(self, claim: CheckClaim) -> tuple[CheckReport, Prepared | None]:
        try:
            problem = claim.problem()
        except ProblemError as error:
            return checks.unreadable(claim.slug, claim.digest, error), None
        report = check(
            problem,
            self._grader,
            on_progress=_Progress(self._sessions, self._notices, claim, self._closing),
            render=rendering.render,
            known=self._findings,
        )
        if not report.proven:
            return report, None
        try:
            return report, publishing.prepare(problem, self._grader)
        except (Unproven, CheckerTrouble) as error:
            fault = Fault("theory.md", "", str(error), "see that what the lesson shows can be computed")
            return msgspec.structs.replace(report, faults=[fault]), None


class _Progress:
    """Called after each source that was tried."""

    def __init__(self, sessions: Sessions, notices: Notices, claim: CheckClaim, closing: threading.Event) -> None:
        self._sessions, self._notices, self._claim, self._closing = sessions, notices, claim, closing
        self._told = 0.0
        self._lock = threading.Lock()

    def __call__(self, now: CheckProgress) -> None:
        """Raises Overtaken, which ends the check."""
        if self._closing.is_set():
            raise Overtaken
        with self._lock:
            if time.monotonic() - self._told < TELL_SECONDS:
                return
            self._told = time.monotonic()
        try:
            if not claims.note_progress(self._sessions, self._claim, now):
                raise Overtaken
        except UNREACHABLE as error:  # the report has more patience than this
            log.warning("progress not noted", draft=self._claim.draft_id, reason=reason_of(error))
        self._notices.tell(check_topic(self._claim.draft_id))
