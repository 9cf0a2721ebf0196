"""Pictures of mistakes: what each pitfall makes of a call that the problem's page shows, beside what is right."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import ProblemVersion
from gradatim.services import lessons, publishing
from gradatim.services.lessons import ShownArray
from gradatim_grader.messages import arrays_of
from gradatim_runner.difference import PREVIEW_COLUMNS, PREVIEW_ROWS
from gradatim_runner.report import Preview

MOST_CALL_CHARS = 80


@dataclass(frozen=True)
class First:
    """The first cell that differs, as [row, column] from 0."""

    index: list[int]


@dataclass(frozen=True)
class MistakePicture:
    """`call`: what was asked, empty where that is too long to be read."""

    call: str
    expected: Preview
    got: Preview
    first: First | None


def of_version(sessions: Sessions, digest: str) -> dict[str, MistakePicture]:
    """By the pitfall's name; none for a version that was published before there were pictures."""
    shown = lessons.arrays_of(sessions, digest)
    seen = [key.split("/", 1) for key in shown if "/" in key]
    if not seen:
        return {}
    with sessions.read() as session:
        version_id = session.scalars(select(ProblemVersion.id).where(ProblemVersion.digest == digest)).first()
    calls = {} if version_id is None else _calls(sessions, version_id)
    return {
        pitfall: _picture(calls.get(key, ""), right=shown[key], wrong=shown[f"{key}/{pitfall}"])
        for key, pitfall in seen
        if key in shown
    }


def _calls(sessions: Sessions, version_id: int) -> dict[str, str]:
    """The text of each call that is shown, by its key."""
    asked = arrays_of(publishing.problem_of(sessions, version_id))
    texts = {call.key: f"{call.function}({', '.join(map(repr, call.args))})" for call in asked}
    return {key: text for key, text in texts.items() if len(text) <= MOST_CALL_CHARS}


def _picture(call: str, *, right: ShownArray, wrong: ShownArray) -> MistakePicture:
    expected, got = _preview(right), _preview(wrong)
    first = _first(right, wrong) if right.shape == wrong.shape else None
    return MistakePicture(call, expected, got, first)


def _preview(array: ShownArray) -> Preview:
    rows = [row[:PREVIEW_COLUMNS] for row in array.rows(PREVIEW_ROWS)]
    cells: list[list[float | str]] = [[x if math.isfinite(x) else str(x) for x in row] for row in rows]
    return Preview(list(array.shape), cells)


def _first(right: ShownArray, wrong: ShownArray) -> First | None:
    rows, columns = right.shape
    pairs = zip(right.rows(rows), wrong.rows(rows), strict=True)
    for row, (theirs, mine) in enumerate(pairs):
        for column in range(columns):
            if not math.isclose(theirs[column], mine[column], rel_tol=1e-9, abs_tol=1e-12):
                return First([row, column])
    return None
