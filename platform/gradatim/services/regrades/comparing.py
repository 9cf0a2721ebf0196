"""What a regrade would change: who goes up, who goes down, who stays, and by which tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, literal, select
from sqlalchemy.orm import Session, aliased, joinedload, selectinload

from gradatim.models import Regrade, RegradeState, State, StoredTest, Submission, User
from gradatim_runner.report import Outcome, Verdict

PAGE = 50
SAME_SHARE = 1e-9  # of the points: less is rounding

Copy, Original = aliased(Submission, name="copy"), aliased(Submission, name="original")


class Change(StrEnum):
    """What becomes of a submission: by its share of the points, and of equal ones by whether it passes."""

    UP = "up"
    DOWN = "down"
    SAME = "same"
    OURS = "ours"  # a fault of ours: its old result stays


@dataclass(frozen=True)
class ChangedTest:
    """A test whose outcome or points are others than before; None where a version has no such test."""

    title: str
    before: Outcome | None
    after: Outcome | None
    points_before: float
    points_after: float


@dataclass(frozen=True)
class Compared:
    """One submission with its result of before and the new one, which after applying have changed places."""

    original_id: int
    owner: str
    before: Submission
    after: Submission
    tests: list[ChangedTest]


@dataclass(frozen=True)
class Tally:
    """How often a test's outcome is another now: `gained` pass it, `lost` no longer do."""

    title: str
    gained: int
    lost: int


def counts_of(session: Session, regrade: Regrade) -> dict[Change, int]:
    """How many of those that are graded, by what becomes of them."""
    change = _change(regrade).label("change")
    rows = session.execute(_pairs(regrade, change, func.count()).group_by(change)).all()
    return dict.fromkeys(Change, 0) | {Change(name): count for name, count in rows}


def compared(session: Session, regrade: Regrade, *, change: Change, page: int = 1) -> tuple[list[Compared], bool]:
    """One page of the submissions with this change, and whether there are more."""
    whole = [option for one in (Copy, Original) for option in (selectinload(one.tests), joinedload(one.version))]
    query = _pairs(regrade, Copy, Original, User.email).join(User, User.id == Original.user_id)
    query = query.where(_change(regrade) == change.value).options(*whole).order_by(Original.id)
    rows = session.execute(query.offset(PAGE * (page - 1)).limit(PAGE + 1)).all()
    found = []
    for copy, original, email in rows[:PAGE]:
        before, after = (copy, original) if regrade.state is RegradeState.APPLIED else (original, copy)
        owner = email or f"guest {original.user_id}"
        found.append(Compared(original.id, owner, before, after, changed_tests(before.tests, after.tests)))
    return found, len(rows) > PAGE


def tallies(session: Session, regrade: Regrade) -> list[Tally]:
    """Each test that some submission passes now, or no longer does, those with the most changes first."""
    old, new = aliased(StoredTest), aliased(StoredTest)
    if regrade.state is RegradeState.APPLIED:
        old, new = new, old
    gained = func.sum(case((and_(new.outcome == Outcome.PASSED, old.outcome != Outcome.PASSED), 1), else_=0))
    lost = func.sum(case((and_(new.outcome != Outcome.PASSED, old.outcome == Outcome.PASSED), 1), else_=0))
    of_copy, of_original = (old, new) if regrade.state is RegradeState.APPLIED else (new, old)
    query = (
        select(func.max(new.title), new.name, gained, lost)
        .select_from(Copy)
        .join(Original, Original.id == Copy.original_id)
        .join(of_copy, of_copy.submission_id == Copy.results_id)
        .join(of_original, and_(of_original.submission_id == Original.results_id, of_original.name == of_copy.name))
        .where(Copy.regrade_id == regrade.id, Copy.state == State.DONE, old.outcome != new.outcome)
        .group_by(new.name)
        .order_by((gained + lost).desc(), new.name)
    )
    rows = session.execute(query).all()
    return [Tally(title or name, up, down) for title, name, up, down in rows if up or down]


def changed_tests(before: Iterable[StoredTest], after: Iterable[StoredTest]) -> list[ChangedTest]:
    """The tests that differ between two results, in the order of the later one; tests are the same by their names."""
    old, new = ({test.name: test for test in tests} for tests in (before, after))
    changes = []
    for name, shown in (old | new).items():
        was, now = old.get(name), new.get(name)
        change = ChangedTest(
            shown.title or name,
            was.outcome if was else None,
            now.outcome if now else None,
            was.points if was else 0.0,
            now.points if now else 0.0,
        )
        if (change.before, change.points_before) != (change.after, change.points_after):
            changes.append(change)
    return changes


def _pairs(regrade: Regrade, *columns: Any) -> Select[Any]:
    """Rows about graded copies, each with its original."""
    pairs = select(*columns).select_from(Copy).join(Original, Original.id == Copy.original_id)
    return pairs.where(Copy.regrade_id == regrade.id, Copy.state == State.DONE)


def _change(regrade: Regrade) -> ColumnElement[str]:
    new, old = (Original, Copy) if regrade.state is RegradeState.APPLIED else (Copy, Original)
    more, passes = _share(new) - _share(old), _passes(new) - _passes(old)
    near = func.abs(more) <= SAME_SHARE
    return case(
        (new.verdict == Verdict.SYSTEM_ERROR, literal(Change.OURS.value)),
        (and_(near, passes == 0), literal(Change.SAME.value)),
        (and_(near, passes > 0), literal(Change.UP.value)),
        (near, literal(Change.DOWN.value)),
        (more > 0, literal(Change.UP.value)),
        else_=literal(Change.DOWN.value),
    )


def _share(one: Any) -> Any:
    return case((one.max_score > 0, one.score / one.max_score), else_=0.0)


def _passes(one: Any) -> Any:
    return case((one.verdict == Verdict.PASSED, 1), else_=0)
