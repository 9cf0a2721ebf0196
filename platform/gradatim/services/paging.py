"""Long lists, one page at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

ON_A_PAGE = 50

Row = TypeVar("Row")
Shown = TypeVar("Shown")


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows of a list. `number` counts from 1; `total` counts the rows of all pages."""

    rows: list[Row]
    number: int
    total: int

    @property
    def last(self) -> int:
        return max(1, -(-self.total // ON_A_PAGE))


def page_of(
    session: Session, query: Select[*tuple[Any, ...]], *, number: int, shown: Callable[[Any], Shown]
) -> Page[Shown]:
    """The page of that number, or the nearest that there is. `shown` makes of a result what its list holds."""
    total = session.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or 0
    nearest = min(max(1, number), Page([], 1, total).last)
    found = session.execute(query.limit(ON_A_PAGE).offset((nearest - 1) * ON_A_PAGE))
    return Page([shown(row) for row in found], nearest, total)
