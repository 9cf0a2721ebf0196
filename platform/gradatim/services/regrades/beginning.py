"""Beginning a regrade: copies of the chosen submissions are queued for the current version.

A copy is a row of kind regrade, graded by the same claims, leases and sweeps as every submission. So a worker that dies
costs a delay, and what is done stays done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, and_, func, insert, literal, or_, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.errors import Refused
from gradatim.models import Kind, ProblemVersion, Regrade, RegradeState, State, Submission, User
from gradatim.services import audit
from gradatim.services.regrades import access
from gradatim_runner.report import Verdict

SENT_AT_ONCE = 200  # messages; the sweep sends the others


class RegradeIsOpen(Refused):
    code = "regrade_open"
    public = "A regrade of this problem is still open. Apply it or throw it away first."


class NothingToRegrade(Refused):
    code = "nothing_to_regrade"
    public = "No finished submission fits this choice that the current version has not graded already."


@dataclass(frozen=True)
class Chosen:
    """Which submissions: those that fit every part that is given. With nothing given, all of older versions.

    `version`: the digest that graded them; `user`: an address, or a guest's number; `ids`: of single submissions.
    """

    version: str = ""
    user: str = ""
    ids: Sequence[int] | None = None

    @property
    def words(self) -> str:
        parts = [f"graded by {self.version[:7]}"] if self.version else []
        parts += [f"of {self.user}"] if self.user else []
        parts += [f"{len(self.ids)} ticked"] if self.ids is not None else []
        return ", ".join(parts) or "all of older versions"


@dataclass(frozen=True)
class Begun:
    """`send`: ids for the queue, once this is committed."""

    regrade_id: int
    total: int
    send: list[int]


def begin(sessions: Sessions, slug: str, chosen: Chosen, *, actor_id: int) -> Begun:
    """Queue the chosen submissions for the current version. What is sent from now on is not among them.

    Raises:
        NoSuchProblem: there is none, or it is not the actor's.
        RegradeIsOpen: another one must end first.
        NothingToRegrade: nothing fits.
    """
    with sessions.begin() as session:
        problem, version = access.problem_in(session, slug, user_id=actor_id, locked=True)
        _check_none_open(session, problem.id)
        regrade = Regrade(problem_id=problem.id, version_id=version.id, chosen=chosen.words, begun_by=actor_id)
        session.add(regrade)
        session.flush()
        columns = ("user_id", "version_id", "kind", "source", "regrade_id", "original_id")
        session.execute(insert(Submission).from_select(columns, _copies(regrade, version, chosen)))
        mine = select(Submission.id).where(Submission.regrade_id == regrade.id).order_by(Submission.id)
        regrade.total = session.scalar(select(func.count()).select_from(mine.subquery())) or 0
        if not regrade.total:
            raise NothingToRegrade(chosen.words)
        audit.record(
            session,
            "regrade.begin",
            subject=f"problem {slug}",
            actor_id=actor_id,
            regrade=regrade.id,
            digest=version.digest,
            chosen=chosen.words,
            submissions=regrade.total,
        )
        return Begun(regrade.id, regrade.total, list(session.scalars(mine.limit(SENT_AT_ONCE))))


def _check_none_open(session: Session, problem_id: int) -> None:
    open_one = select(Regrade.id).where(Regrade.problem_id == problem_id, Regrade.state == RegradeState.OPEN)
    if session.scalar(open_one) is not None:
        raise RegradeIsOpen(f"problem {problem_id} has one")


def _copies(regrade: Regrade, version: ProblemVersion, chosen: Chosen) -> Select[int, int, str, bytes, int, int]:
    """What the copies hold; their own results are still to come."""
    return (
        select(
            Submission.user_id,
            literal(version.id),
            literal(Kind.REGRADE.value),
            Submission.source,
            literal(regrade.id),
            Submission.id,
        )
        .join(Submission.version)
        .where(ProblemVersion.problem_id == version.problem_id, finished(), _fits(version, chosen))
        .order_by(Submission.id)
    )


def finished() -> ColumnElement[bool]:
    """What holds of submissions that can be graded again: not of those that no grader ever took."""
    return and_(Submission.kind == Kind.SUBMIT, Submission.state == State.DONE, Submission.verdict != Verdict.REJECTED)


def _fits(version: ProblemVersion, chosen: Chosen) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = []
    if chosen.version:
        conditions.append(ProblemVersion.digest == chosen.version)
    elif chosen.ids is None:
        conditions.append(Submission.version_id != version.id)
    if chosen.user:
        number = int(chosen.user) if chosen.user.isdecimal() and len(chosen.user) < 10 else -1
        by_address = select(User.id).where(User.email == chosen.user.strip().lower())
        conditions.append(or_(Submission.user_id == number, Submission.user_id.in_(by_address)))
    if chosen.ids is not None:
        conditions.append(Submission.id.in_(chosen.ids))
    return and_(*conditions)
