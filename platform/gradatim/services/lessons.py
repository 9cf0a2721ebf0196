"""Lessons: the arrays that were computed when a version was published, and the lesson's texts taken apart."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.errors import NotFound
from gradatim.models import LessonArray, ProblemFile, ProblemVersion
from gradatim.services import visibility
from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock, Quiz
from gradatim_grader.problem import Problem as GradedProblem
from gradatim_runner.messages import ArrayResult


class NoSuchArray(NotFound):
    public = "There is no such array."


@dataclass(frozen=True)
class ShownArray:
    """A matrix of a published version. `wavelengths`: one for each column, 0 for none; or empty."""

    version: str
    key: str
    row_numbers: list[int]
    column_numbers: list[int]
    dtype: str
    wavelengths: list[float]
    data: bytes  # float64, little-endian, row by row

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.row_numbers), len(self.column_numbers)

    def rows(self, most: int) -> list[tuple[float, ...]]:
        """The first rows as numbers."""
        width = len(self.column_numbers)
        row = struct.Struct(f"<{width}d")
        return [row.unpack_from(self.data, number * row.size) for number in range(min(most, len(self.row_numbers)))]


def call_in(block: ArrayBlock) -> str:
    """What an array block computes, as a text that two blocks share where their arrays are the same."""
    parts = (block.function, block.args, block.rows, block.columns, block.wavelengths)
    return msgspec.json.encode(parts).decode()


def calls_in(problem: GradedProblem) -> dict[str, str]:
    """For each array of the problem's lesson what it computes, with the key of its part."""
    return {
        call_in(block): part.key
        for file in lesson.FILES
        for part, block in lesson.read(problem.text(file), file=file).of(ArrayBlock)
    }


def stored(results: Iterable[ArrayResult], *, version_id: int) -> list[LessonArray]:
    """The rows that keep what was computed."""
    return [
        LessonArray(
            version_id=version_id,
            key=result.key,
            row_numbers=result.row_numbers,
            column_numbers=result.column_numbers,
            dtype=result.dtype,
            wavelengths=result.wavelengths,
            data=result.data,
        )
        for result in results
    ]


def arrays_of(sessions: Sessions, digest: str) -> dict[str, ShownArray]:
    """Every array of a version, by the key of its part of the lesson; examples are `example-0` and so on."""
    with sessions.read() as session:
        found = select(LessonArray).join(ProblemVersion).where(ProblemVersion.digest == digest)
        return {array.key: _shown(array, digest) for array in session.scalars(found)}


def array_of(sessions: Sessions, digest: str, *, key: str) -> ShownArray:
    """Raises NoSuchArray."""
    with sessions.read() as session:
        found = select(LessonArray).join(ProblemVersion).where(ProblemVersion.digest == digest, LessonArray.key == key)
        array = session.scalar(found)
        if array is None:
            raise NoSuchArray(f"version {digest} has no array {key}")
        return _shown(array, digest)


def quizzes_of(sessions: Sessions, slug: str, *, user_id: int | None = None) -> dict[str, Quiz]:
    """The questions of a problem's current version, by name. Raises NoSuchProblem where it is not the user's to see."""
    with sessions.read() as session:
        version = visibility.current_version(session, slug, user_id=user_id)
        files = select(ProblemFile).where(ProblemFile.version_id == version.id, ProblemFile.path.in_(lesson.FILES))
        texts = {file.path: file.content.decode() for file in session.scalars(files)}
    return {quiz.name: quiz for file, text in texts.items() for _, quiz in lesson.read(text, file=file).of(Quiz)}


def _shown(array: LessonArray, digest: str) -> ShownArray:
    return ShownArray(
        version=digest,
        key=array.key,
        row_numbers=array.row_numbers,
        column_numbers=array.column_numbers,
        dtype=array.dtype,
        wavelengths=array.wavelengths,
        data=array.data,
    )
