"""A lesson as HTML: prose, and each live block by its template in templates/blocks."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flask import Flask, render_template, url_for
from markupsafe import Markup

from gradatim.db import Sessions
from gradatim.services import lessons, quizzes
from gradatim.services.lessons import ShownArray
from gradatim.services.problems import ProblemText
from gradatim.services.quizzes import NEW, Standing
from gradatim.web import markdown
from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock, Aside, Prose, Quiz, TryBlock
from gradatim_grader.lesson import Lesson, Part

WORDS_A_MINUTE = 180  # of somebody who follows the formulas
BLOCK_SECONDS = {ArrayBlock: 20, Quiz: 30, TryBlock: 40}  # to look, to answer, to run once
TABLE_CELLS = 1600  # what is still a table on the page, for those who cannot see the picture
CORNER = (24, 16)  # of larger arrays: rows, columns
_WORD = re.compile(r"[^\W\d_]{2,}")
_ONE_PARAGRAPH = re.compile(r"<p>((?:(?!<p>).)*)</p>\s*", re.DOTALL)


def _address(array: ShownArray) -> str:
    return url_for("blocks.array_bytes", digest=array.version, key=array.key)


@dataclass(frozen=True)
class Reader:
    """What a lesson's page depends on besides its text: the computed arrays, and where its reader stands."""

    arrays: Mapping[str, ShownArray] = field(default_factory=dict)
    standings: Mapping[str, tuple[str, Standing]] = field(default_factory=dict)
    address: Callable[[ShownArray], str] = _address  # where an array's numbers are
    missing: str = ""  # what stands in the place of an array that is not computed

    def standing(self, quiz: Quiz) -> Standing:
        """Whatever was answered to another form of the question does not count."""
        digest, standing = self.standings.get(quiz.name, ("", NEW))
        return standing if digest == quiz.digest else NEW


EVERYBODY = Reader()


@dataclass(frozen=True)
class Figures:
    """What stands above a lesson."""

    minutes: int
    questions: int
    solved: int


def reader_of(sessions: Sessions, text: ProblemText, user_id: int | None) -> Reader:
    return Reader(_arrays(sessions, text.version), quizzes.standings_of(sessions, user_id, slug=text.slug))


def statement(text: ProblemText, reader: Reader) -> Markup:
    return _html(_read(text.statement, "statement.md"), text.slug, reader)


def theory(text: ProblemText, reader: Reader) -> Markup:
    read = _read(text.theory, "theory.md")
    if not read.parts:
        return Markup()
    head = render_template("blocks/figures.html", figures=figures(read, reader))
    return Markup("{}{}").format(Markup(head), _html(read, text.slug, reader))  # noqa: S704 - from a template


def rendered(text: str, *, file: str, slug: str, reader: Reader = EVERYBODY) -> Markup:
    """A statement or theory that need not be published. Raises ProblemError where a block of it is none."""
    return _html(_read(text, file), slug, reader)


def pictures(examples: int, reader: Reader) -> list[Markup]:
    """A picture for each example whose result is a matrix, else nothing."""
    keys = (f"example-{number}" for number in range(examples))
    return _safe(picture_html(key, reader.arrays.get(key), ArrayBlock([])) for key in keys)


def figures_of(text: ProblemText, reader: Reader) -> Figures:
    return figures(_read(text.theory, "theory.md"), reader)


def figures(read: Lesson, reader: Reader) -> Figures:
    asked = [quiz for _, quiz in read.of(Quiz)]
    words = sum(len(_WORD.findall(part.block.markdown)) for part in read.parts if isinstance(part.block, Prose | Aside))
    seconds = sum(BLOCK_SECONDS.get(type(part.block), 0) for part in read.parts)
    solved = sum(reader.standing(quiz).solved for quiz in asked)
    return Figures(max(1, round(words / WORDS_A_MINUTE + seconds / 60)), len(asked), solved)


def quiz_html(slug: str, quiz: Quiz, standing: Standing) -> str:
    return render_template("blocks/quiz.html", slug=slug, quiz=quiz, standing=standing)


def picture_html(
    key: str, array: ShownArray | None, block: ArrayBlock, address: Callable[[ShownArray], str] = _address
) -> str:
    """One computed array, as a picture or as a table. `array` is None for a version that has none stored."""
    if array is None:
        return ""
    template = "blocks/table.html" if block.view == "table" else "blocks/array.html"
    return render_template(
        template, key=key, block=block, array=array, data=data_of(array, block, address), table=table_of(array)
    )


def data_of(array: ShownArray, block: ArrayBlock, address: Callable[[ShownArray], str] = _address) -> dict[str, Any]:
    """What the array view's script is told."""
    return {
        "source": address(array),
        "rows": array.row_numbers,
        "columns": array.column_numbers,
        "rowName": block.row_name,
        "columnName": block.column_name,
        "rowLabels": block.row_labels,
        "columnLabels": block.column_labels,
        "wavelengths": array.wavelengths,
        "digits": block.digits,
        "whole": array.dtype[:3] in ("int", "uin", "boo"),
    }


@dataclass(frozen=True)
class Table:
    """As much of an array as the page holds in a table."""

    rows: list[tuple[float, ...]]
    columns: int
    complete: bool


def table_of(array: ShownArray) -> Table:
    rows, columns = array.shape
    if rows * columns <= TABLE_CELLS:
        return Table(array.rows(rows), columns, complete=True)
    return Table([row[: CORNER[1]] for row in array.rows(CORNER[0])], min(columns, CORNER[1]), complete=False)


def number(value: float, digits: int = 4, *, whole: bool = False) -> str:
    """A number for a table: as many digits behind the point, no negative zero, powers of ten where it is huge."""
    if not math.isfinite(value):
        return str(value)
    if whole:
        return f"{value:.0f}"
    if abs(value) >= 1e6:
        return f"{value:.3e}"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def inline(text: str) -> Markup:
    """Markdown of one paragraph without the paragraph, for labels."""
    html = markdown.render(text)
    whole = _ONE_PARAGRAPH.fullmatch(html)
    return Markup(whole[1]) if whole else html  # noqa: S704 - a part of what was cleaned


def init_lesson(app: Flask) -> None:
    app.jinja_env.filters["inline_markdown"] = inline
    app.jinja_env.filters["number"] = number


def _read(text: str, file: str) -> Lesson:
    return lesson.read(text, file=file)


def _html(read: Lesson, slug: str, reader: Reader) -> Markup:
    pieces = (_piece(part, slug, reader) for part in read.parts)
    return Markup("\n").join(_safe(pieces))


def _safe(pieces: Iterable[str]) -> list[Markup]:
    return [Markup(piece) for piece in pieces]  # noqa: S704 - each from a template or cleaned


def _piece(part: Part, slug: str, reader: Reader) -> str:
    block = part.block
    if isinstance(block, ArrayBlock):
        return picture_html(part.key, reader.arrays.get(part.key), block, reader.address) or reader.missing
    if isinstance(block, Quiz):
        return quiz_html(slug, block, reader.standing(block))
    if isinstance(block, TryBlock):
        return render_template("blocks/try.html", slug=slug, key=part.key, block=block)
    if isinstance(block, Aside):
        return render_template("blocks/aside.html", block=block)
    return markdown.render(block.markdown)


@lru_cache(maxsize=8)
def _arrays(sessions: Sessions, digest: str) -> dict[str, ShownArray]:
    """A version never changes, so neither do its arrays."""
    return lessons.arrays_of(sessions, digest)
