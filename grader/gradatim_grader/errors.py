"""What can go wrong on the host's side of grading. None of it is ever the learner's fault."""

from __future__ import annotations


class GraderError(Exception):
    """The base of all errors of this package."""


class ProblemError(GraderError):
    """A problem folder has a mistake. The message is one line: file, key and reason."""

    def __init__(self, file: str, reason: str, *, key: str = "") -> None:
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class EngineTrouble(GraderError):
    """The container engine does not do what was asked: it is gone, slow, full, or has no sandbox image.

    Grading may be tried again later; nothing was counted against the learner.
    """


class CheckerTrouble(GraderError):
    """The checker's container died or broke the protocol. Tried again; then a `system_error`."""
