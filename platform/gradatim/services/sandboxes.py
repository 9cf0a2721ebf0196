"""The sandbox as this site's settings have it. The one place that makes a grader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradatim.settings import Settings
from gradatim_grader.sandbox import SandboxSettings

if TYPE_CHECKING:
    from gradatim_grader.grader import Grader


def sandbox_settings(settings: Settings) -> SandboxSettings:
    return SandboxSettings(runtime=settings.sandbox_runtime)


def grader(settings: Settings) -> Grader:
    """A grader that is not started yet."""
    from gradatim_grader.grader import Grader, GraderSettings  # takes a moment that quick commands do not have

    return Grader(GraderSettings(sandbox=sandbox_settings(settings)))
