"""Where a problem is, as the command line names it."""

from __future__ import annotations

from pathlib import Path

from gradatim.settings import Settings
from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import SLUG, Problem, from_folder


def problem_at(name: str, *, settings: Settings) -> Problem:
    """The problem in a folder, or the one of this name under `problems/`.

    Raises:
        ProblemError: there is no such folder, or it has a mistake.
    """
    under = settings.problems_dir / name
    if SLUG.fullmatch(name) and under.is_dir():
        return from_folder(under)
    if Path(name).is_dir():
        return from_folder(Path(name))
    raise ProblemError(name, f"there is no such problem, neither a folder nor one under {settings.problems_dir}")
