"""Tables as files for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from flask import Response, stream_with_context

Cell = str | int | float
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take a text for


def download(rows: Iterable[Iterable[Cell]], *, name: str) -> Response:
    """A CSV file of that name, sent row by row."""
    response = Response(stream_with_context(_lines(rows)), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _lines(rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(map(_inert, row))
        yield line.getvalue()


def _inert(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
