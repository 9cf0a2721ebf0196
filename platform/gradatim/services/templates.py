"""Small problems that pass their own check, to start new ones from."""

from __future__ import annotations

import shutil
from pathlib import Path

FOLDER = Path(__file__).parent / "new_problem"

# By name, what each shows how to do, in one line for whoever chooses.
TEMPLATES = {
    "function": "one function of numbers and arrays",
    "functions": "several functions, of which one uses another",
    "class": "a class whose objects keep a state",
}


def files_of(template: str) -> dict[str, bytes]:
    """The template's files by their paths, as `gradatim_grader.problem.from_files` takes them."""
    folder = FOLDER / template
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}


def write(template: str, folder: Path) -> None:
    """Make a folder, which does not exist yet, from a template; all of it or nothing is there afterwards."""
    draft = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        for name, content in files_of(template).items():
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
