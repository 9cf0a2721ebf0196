"""What others get wrong with a problem: which pitfalls their wrong submissions fell into, and nobody's name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Select, select

from gradatim.db import Sessions
from gradatim.models import Kind, Problem, ProblemVersion, StoredPitfall, Submission
from gradatim_runner.report import Verdict

LEAST_PEOPLE = 5  # of fewer nothing is told: somebody could be recognised
LEAST_OF_ONE = 2  # a mistake that only one person made is counted with the rare ones
MAX_COUNTED = 20_000  # of the latest
RARE, NAMELESS = "Something rarer", "No mistake with a name"


@dataclass(frozen=True)
class Share:
    """How many of the wrong submissions fell into one pitfall; `share` from 0 to 1."""

    title: str
    submissions: int
    share: float


@dataclass(frozen=True)
class Mistakes:
    """Of `people` others and their `submissions` wrong submissions. One submission may hold two mistakes."""

    people: int
    submissions: int
    shares: list[Share]


def of_others(sessions: Sessions, user_id: int, *, slug: str) -> Mistakes | None:
    """The commonest first; None where fewer than `LEAST_PEOPLE` others went wrong."""
    wrong = _wrong(slug, but=user_id).subquery()
    with sessions.read() as session:
        rows = session.execute(
            select(wrong.c.id, wrong.c.user_id, StoredPitfall.name, StoredPitfall.title)
            .outerjoin(StoredPitfall, StoredPitfall.submission_id == wrong.c.results_id)
            .order_by(wrong.c.id.desc())
            .limit(MAX_COUNTED)
        ).all()
    if len({row.user_id for row in rows}) < LEAST_PEOPLE:
        return None
    titles = {row.name: row.title for row in reversed(rows)}  # as they were last written
    people: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        people[row.name or NAMELESS].add(row.user_id)
    counts = Counter(_group(row.name, people, titles) for row in rows)
    total = len({row.id for row in rows})
    order = sorted(counts.items(), key=lambda each: (each[0] in (RARE, NAMELESS), -each[1], each[0]))
    shares = [Share(title, number, number / total) for title, number in order]
    return Mistakes(len({row.user_id for row in rows}), total, shares)


def _group(name: str | None, people: Mapping[str, set[int]], titles: Mapping[str, str]) -> str:
    if name is None:
        return NAMELESS
    return titles[name] if len(people[name]) >= LEAST_OF_ONE else RARE


def _wrong(slug: str, *, but: int) -> Select[int, int, int]:
    """Wrong answers of others, on any version: not crashes, which are no mistakes of thought."""
    wrong = (
        select(Submission.id, Submission.user_id, Submission.results_id)
        .join(Submission.version)
        .join(ProblemVersion.problem)
    )
    return wrong.where(
        Problem.slug == slug,
        Submission.user_id != but,
        Submission.kind == Kind.SUBMIT,
        Submission.verdict == Verdict.FAILED,
    )
