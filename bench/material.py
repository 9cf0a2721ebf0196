"""What is graded: one problem, one right attempt and one wrong one, the same for every measure."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.plan import Plan
from gradatim_grader.problem import Problem, from_folder
from gradatim_runner.testing import MARKS

ROOT = Path(__file__).resolve().parents[1]
ATTEMPTS = ROOT / "tests/cases/attempts"


@dataclass(frozen=True)
class Material:
    """`wrong` fails most tests and is no listed mistake, so that naming has to try every variant."""

    plan: Plan
    image: str
    problem: Problem
    right: bytes
    wrong: bytes
    progress: Callable[[str], None]


def material(plan: Plan, *, image: str, progress: Callable[[str], None]) -> Material:
    problem = from_folder(ROOT / "problems/positional-encoding")
    right, wrong = ((ATTEMPTS / f"{name}.py").read_bytes() for name in ("right_exp_log", "wrong_unlisted"))
    return Material(plan, image, problem, right, wrong, progress)


def folder_for_plain_pytest(of: Problem, source: bytes) -> bytes:
    """A tar file in which `python -m pytest` runs the very same tests, the submission as a module like any other."""
    files = {name: content for name, content in of.files.items() if name.endswith(".py")}
    marks = "".join(f"    {mark}\n" for mark in MARKS)
    files |= {"submission.py": source, "pytest.ini": f"[pytest]\nmarkers =\n{marks}".encode()}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()
