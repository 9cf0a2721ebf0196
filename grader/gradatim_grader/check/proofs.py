"""Which contents were proven, kept beside the findings: so that nothing is proven twice. Safe to delete at any time.

A proof is kept under a digest of all that it depends on: the problem, the sandbox, and what a check demands.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from gradatim_grader.problem import Problem


class Proofs:
    """Proofs made in one environment. `folder`: where to keep them; None keeps nothing."""

    def __init__(self, folder: Path | None, *, environment: str) -> None:
        self._folder, self._environment = folder, environment

    def hold(self, problem: Problem, *, mutants: bool) -> bool:
        """Whether this content was proven; one that was proven with its mutants was also proven without."""
        kinds = (True,) if mutants else (True, False)
        for path in [self._path(problem, mutants=kind) for kind in kinds]:
            with suppress(OSError):
                os.utime(path)  # the longest unused go first
                return True
        return False

    def keep(self, problem: Problem, *, mutants: bool) -> None:
        """Note that it is proven. A full or read-only disk costs time at the next start, and nothing else."""
        if self._folder is not None:
            with suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                self._path(problem, mutants=mutants).touch()

    def _path(self, problem: Problem, *, mutants: bool) -> Path:
        what = " ".join([problem.slug, problem.digest, self._environment, _demands(), str(mutants)])
        return (self._folder or Path(os.devnull)) / f"proof-{hashlib.sha256(what.encode()).hexdigest()}"


@cache
def _demands() -> str:
    """A digest of the check itself: a stricter one asks anew."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
