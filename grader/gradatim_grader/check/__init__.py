"""Proof that a problem does what it should, in the sandbox, before anyone sees it."""

from gradatim_grader.check.checking import check
from gradatim_grader.check.report import CheckProgress, CheckReport, Fault, Step

__all__ = ["CheckProgress", "CheckReport", "Fault", "Step", "check"]
