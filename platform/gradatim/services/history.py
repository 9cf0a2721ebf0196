"""Reading submissions: one, with its place in the queue, or somebody's own on a problem."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload, load_only, selectinload

from gradatim.db import Sessions
from gradatim.errors import NoSuchSubmission
from gradatim.models import OVER, SENT, Kind, Problem, ProblemVersion, RegradeState, State, Submission
from gradatim.services import line
from gradatim.services.accounts import Viewer
from gradatim.services.notices import Finished, finished_from

MAX_LISTED = 100


@dataclass(frozen=True)
class Standing:
    """Where a submission is, as its owner may know it.

    `position` is its place in the queue, 1 for the next, and None where it stands in none. `waiting` says that it is
    queued again because of a trouble of ours. `total` counts the tests, and is None for a run: it is not known.
    `finished`: the tests that have ended, as far as a worker elsewhere wrote them down.
    """

    state: State
    position: int | None
    total: int | None
    waiting: bool = False
    finished: tuple[Finished, ...] | None = None

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def shown(self) -> str:
        """The state in a word: waiting, queued, claimed, done or cancelled."""
        return "waiting" if self.waiting else self.state.value


def submission_for(sessions: Sessions, submission_id: int, *, viewer: Viewer) -> Submission:
    """A submission with its report, for its owner or for staff.

    Raises:
        NoSuchSubmission: there is none, or it is somebody else's.
    """
    with sessions.read() as session:
        found = session.scalar(_whole().where(Submission.id == submission_id))
        if found is None or not _may_see(found, viewer):
            raise NoSuchSubmission(submission_id)
    return found


def check_seen(sessions: Sessions, submission_id: int, *, viewer: Viewer) -> None:
    """As `submission_for`, without reading more than whose it is."""
    with sessions.read() as session:
        found = session.scalar(select(Submission).where(Submission.id == submission_id).options(load_only(*_WHOSE)))
        if found is None or not _may_see(found, viewer):
            raise NoSuchSubmission(submission_id)


def standing_of(sessions: Sessions, submission_id: int) -> Standing:
    """Raises NoSuchSubmission where the submission was deleted."""
    with sessions.read() as session:
        columns = (Submission.state, Submission.kind, Submission.turn, Submission.waiting_reason)
        query = select(*columns, ProblemVersion.test_count, Submission.progress_json).join(Submission.version)
        query = query.where(Submission.id == submission_id)
        row = session.execute(query).one_or_none()
        if row is None:
            raise NoSuchSubmission(submission_id)
        state, kind, turn, reason, test_count, progress = row
        total = test_count if kind == Kind.SUBMIT else None
        if state != State.QUEUED:
            return Standing(state, None, total, finished=None if progress is None else finished_from(progress))
        place = None if turn is None else line.place_of(session, submission_id, kind=kind, turn=turn)
        return Standing(state, place, total, waiting=reason != "")


def submissions_of(sessions: Sessions, user_id: int, *, slug: str, kind: Kind = Kind.SUBMIT) -> list[Submission]:
    """A user's latest submissions to a problem, newest first, each with its report."""
    with sessions.read() as session:
        query = _whole().join(Submission.version).join(ProblemVersion.problem)
        query = query.where(Problem.slug == slug, Submission.user_id == user_id, Submission.kind == kind)
        return list(session.scalars(query.order_by(Submission.id.desc()).limit(MAX_LISTED)))


def last_source_of(sessions: Sessions, user_id: int, *, slug: str) -> str | None:
    """What the user last sent for a problem, with Run or with Submit: not what they tried in the lesson."""
    with sessions.read() as session:
        query = select(Submission.source).join(Submission.version).join(ProblemVersion.problem)
        query = query.where(Problem.slug == slug, Submission.user_id == user_id, Submission.kind.in_(SENT))
        source = session.scalar(query.order_by(Submission.id.desc()).limit(1))
    return None if source is None else source.decode("utf-8", "replace")


def pending_of(sessions: Sessions, user_id: int, *, slug: str) -> Submission | None:
    """The user's submission or run that is still on its way, the latest if there are both."""
    with sessions.read() as session:
        query = _whole().join(Submission.version).join(ProblemVersion.problem)
        mine = (Problem.slug == slug, Submission.user_id == user_id, Submission.kind.in_(SENT))
        query = query.where(*mine, Submission.state.not_in(OVER))
        return session.scalar(query.order_by(Submission.id.desc()).limit(1))


_WHOSE = (Submission.user_id, Submission.kind, Submission.regrade_id)


def _may_see(submission: Submission, viewer: Viewer) -> bool:
    """Whether it is the viewer's own, or they are staff. What a regrade would come to is nobody's own before it counts;
    the result that it replaced is."""
    if viewer.is_staff:
        return True
    regrade = submission.regrade
    return submission.user_id == viewer.user_id and (regrade is None or regrade.state is RegradeState.APPLIED)


def _whole() -> Select[Submission]:
    return select(Submission).options(
        joinedload(Submission.version).joinedload(ProblemVersion.problem),
        joinedload(Submission.regrade),
        selectinload(Submission.tests),
        selectinload(Submission.pitfalls),
    )
