"""What the tests of one attempt came to so far: told to those who wait, while the attempt still counts."""

from __future__ import annotations

import time

import structlog

from gradatim.db import UNREACHABLE, Sessions, reason_of
from gradatim.services import grading
from gradatim.services.grading import Claim
from gradatim.services.notices import Finished, Notices
from gradatim_grader import grader as sandbox

LOOK_SECONDS = 0.4  # what is over sooner costs the database nothing

log = structlog.get_logger(__name__)


class Overtaken(Exception):
    """The submission was cancelled or is another worker's now: its verdict would not be stored."""


class Progress:
    """Called after each test of one attempt; `look` while a test takes its time."""

    def __init__(self, sessions: Sessions, *, notices: Notices, claim: Claim) -> None:
        self._sessions, self._notices, self._claim = sessions, notices, claim
        self._finished: tuple[Finished, ...] = ()
        self._looked = time.monotonic()

    def __call__(self, now: sandbox.Progress) -> None:
        """Raises Overtaken, which ends the grading."""
        self._finished += (Finished(now.result.title or now.result.name, now.result.outcome.value),)
        self._notices.tell(self._claim.submission_id, finished=self._finished)
        self.look()

    def look(self) -> None:
        """Raises Overtaken where nobody waits for the verdict any more."""
        if time.monotonic() - self._looked < LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        if not self._still_ours():
            raise Overtaken

    def _still_ours(self) -> bool:
        try:
            if self._notices.told_here:
                return grading.holds(self._sessions, self._claim)
            return grading.note_progress(self._sessions, self._claim, finished=self._finished)
        except UNREACHABLE as error:  # the verdict has more patience than this
            log.warning("progress not noted", submission=self._claim.submission_id, reason=reason_of(error))
            return True
