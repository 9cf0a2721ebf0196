"""Publishing: a problem becomes an immutable version, with its examples computed and its reference proven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from gradatim.db import Sessions, storable, utc_now
from gradatim.errors import Refused
from gradatim.models import Problem, ProblemFile, ProblemVersion, Visibility
from gradatim.services import audit, lessons
from gradatim_grader import problem as grading
from gradatim_grader.check import pages
from gradatim_runner.messages import ArrayResult
from gradatim_runner.report import Report, Verdict


class Computed(Protocol):
    """An example's call and what the reference returned, as text."""

    @property
    def call(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def explain(self) -> str: ...


class Sandbox(Protocol):
    """As much of the grader as publishing needs."""

    def examples(self, problem: grading.Problem) -> Sequence[Computed]: ...
    def arrays(self, problem: grading.Problem) -> Sequence[ArrayResult]: ...
    def grade(self, problem: grading.Problem, source: bytes) -> Report: ...


class Unproven(Refused):
    """The reference does not pass its own tests, or an array of the lesson cannot be computed."""

    code = "unproven"


class Prepared(msgspec.Struct, frozen=True):
    """All that a version needs besides its files, as the sandbox computed it. The first two are those of Submit."""

    max_score: float
    test_count: int
    examples: list[dict[str, str]]
    arrays: list[ArrayResult]
    calls: dict[str, str] = {}  # of the lesson's arrays: what is computed, and the key of the array


@dataclass(frozen=True)
class Published:
    version_id: int
    digest: str
    is_new: bool  # whether anything changed


def publish(
    sessions: Sessions, problem: grading.Problem, *, sandbox: Sandbox, actor_id: int | None = None
) -> Published:
    """Make this content the problem's current version; one that was published before is only made current again.

    Raises:
        Unproven: the reference fails, or the lesson does.
        EngineTrouble, CheckerTrouble: the sandbox could not run it.
    """
    with sessions.begin() as session:
        version = _version(session, problem)
        if version is not None:
            changed = not version.current
            if changed:
                _make_current(session, version, actor_id)
            return Published(version.id, version.digest, is_new=changed)
    prepared = prepare(problem, sandbox)
    with sessions.begin() as session:
        return release(session, problem, prepared, actor_id=actor_id)


def prepare(problem: grading.Problem, sandbox: Sandbox) -> Prepared:
    """Run the reference, and compute what students will be shown. Raises as `publish` does."""
    report = sandbox.grade(problem, problem.files["solution.py"])
    if report.verdict != Verdict.PASSED:
        raise Unproven(f"solution.py: the reference is not passed but {report.verdict}: {report.sentence}")
    examples = [
        {"call": storable(e.call), "result": storable(e.result), "explain": e.explain}
        for e in sandbox.examples(problem)
    ]
    arrays = list(sandbox.arrays(problem))
    for fault in pages.uncomputed(problem, arrays):
        raise Unproven(fault.line())
    return Prepared(report.max_score, len(report.tests), examples, arrays, lessons.calls_in(problem))


def release(
    session: Session,
    problem: grading.Problem,
    prepared: Prepared,
    *,
    actor_id: int | None = None,
    owner_id: int | None = None,
    visibility: Visibility = Visibility.LISTED,
) -> Published:
    """Make a prepared content the current version. The last two are those of a problem that is new with it."""
    version = _version(session, problem)  # another process may have been quicker
    changed = version is None or not version.current
    if version is None:
        owner = session.scalar(select(Problem).where(Problem.slug == problem.slug))
        owner = owner or Problem(slug=problem.slug, owner_id=owner_id, visibility=visibility)
        version = _insert(session, owner, problem, prepared)
        session.add_all(lessons.stored(prepared.arrays, version_id=version.id))
    if changed:
        _make_current(session, version, actor_id)
    return Published(version.id, version.digest, is_new=changed)


def is_known(sessions: Sessions, problem: grading.Problem) -> bool:
    """Whether this content was ever published: then its problem may have gone on since, in the browser."""
    with sessions.read() as session:
        return _version(session, problem) is not None


def problem_of(sessions: Sessions, version_id: int) -> grading.Problem:
    """The problem as the grader takes it, from a stored version."""
    with sessions.read() as session:
        return graded(session.get_one(ProblemVersion, version_id))


def graded(version: ProblemVersion) -> grading.Problem:
    """A stored version as the grader takes it. Needs the session that loaded it."""
    files = {file.path: file.content for file in version.files}
    return grading.Problem(version.problem.slug, version.digest, version.facts, files)


def _version(session: Session, problem: grading.Problem) -> ProblemVersion | None:
    found = select(ProblemVersion).join(Problem)
    return session.scalar(found.where(Problem.slug == problem.slug, ProblemVersion.digest == problem.digest))


def _insert(session: Session, owner: Problem, problem: grading.Problem, prepared: Prepared) -> ProblemVersion:
    made = ProblemVersion(
        problem=owner,
        digest=problem.digest,
        title=problem.facts.title,
        facts_json=msgspec.to_builtins(problem.facts),
        examples_json=prepared.examples,
        max_score=prepared.max_score,
        test_count=prepared.test_count,
        files=[ProblemFile(path=path, content=content) for path, content in problem.files.items()],
    )
    session.add(made)
    session.flush()
    return made


def _make_current(session: Session, version: ProblemVersion, actor_id: int | None) -> None:
    # The old one first: at no moment may two be current.
    others = update(ProblemVersion).where(ProblemVersion.problem_id == version.problem_id, ProblemVersion.current)
    session.execute(others.values(current=False))
    version.current, version.published_at = True, utc_now()
    session.flush()
    subject = f"problem {version.problem.slug}"
    audit.record(session, "problem.publish", subject=subject, actor_id=actor_id, digest=version.digest)
