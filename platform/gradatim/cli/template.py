"""A small problem that passes its own check, to start a new one from."""

from __future__ import annotations

import shutil
from pathlib import Path

TEMPLATE = Path(__file__).parent / "new_problem"


def write(folder: Path) -> None:
    """Copy the template to a folder that does not exist yet; all of it or nothing is there afterwards."""
    draft = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        shutil.copytree(TEMPLATE, draft, ignore=shutil.ignore_patterns("__pycache__"))
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
