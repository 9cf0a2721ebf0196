"""Drafts: the text in somebody's editor, kept for each problem. What was typed elsewhere is never written over unseen.

Every change of a draft gets the next revision, and whoever saves says which one their text grew from. Where that is
no longer the latest, nothing is changed and they are shown the other text.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, utc_now
from gradatim.errors import DraftTooLarge, NoSuchProblem, NoSuchSubmission, Refused
from gradatim.models import Draft, Problem, ProblemVersion, Submission, User
from gradatim.services import visibility

MAX_NAME_CHARS = 40
MAX_BYTES = 256 << 10  # more than is ever graded: what is too long to be graded can still be kept and shortened


@dataclass(frozen=True)
class KeptDraft:
    """A draft as it is stored. `undoable`: a restored submission took the place of another text.

    `saved_by` is whatever the tab that saved it calls itself: whose answer was lost finds its own text by it.
    """

    revision: int
    source: str
    saved_at: datetime
    saved_by: str = ""
    undoable: bool = False


class DraftConflict(Refused):
    """The draft was changed meanwhile; `theirs` is what it is now."""

    code = "draft_conflict"
    public = "This problem was edited in another tab or on another device."

    def __init__(self, theirs: KeptDraft) -> None:
        super().__init__(f"the draft is at revision {theirs.revision}")
        self.theirs = theirs


def draft_of(sessions: Sessions, user_id: int | None, *, slug: str) -> KeptDraft | None:
    if user_id is None:
        return None
    with sessions.read() as session:
        found = session.scalar(select(Draft).join(Problem).where(Problem.slug == slug, Draft.user_id == user_id))
        return None if found is None else _kept(found)


def save(sessions: Sessions, *, user_id: int, slug: str, source: bytes, revision: int, saved_by: str = "") -> KeptDraft:
    """Keep a text that grew from `revision`, 0 where there was no draft.

    Raises:
        NoSuchProblem: no published problem has this slug, or it is not the user's to see.
        DraftTooLarge: it has more than `MAX_BYTES`.
        DraftConflict: the draft is at another revision, with another text.
    """
    if len(source) > MAX_BYTES:
        raise DraftTooLarge(f"{len(source)} bytes")
    with sessions.begin() as session:
        visibility.current_version(session, slug, user_id=user_id)
        draft = _locked(session, user_id, slug)
        if draft.source == source and draft.revision:
            return _kept(draft)  # saved before, by a request whose answer was lost, or the same by chance
        if draft.revision != revision:
            raise DraftConflict(_kept(draft))
        draft.saved_by = saved_by[:MAX_NAME_CHARS]
        return _changed(session, draft, source, replaced=None)


def restore(sessions: Sessions, submission_id: int, *, user_id: int) -> str:
    """Put a submission of the user's own into the editor; the slug of its problem.

    Raises:
        NoSuchSubmission: there is none, or it is somebody else's.
    """
    with sessions.begin() as session:
        own = select(Submission.source, Problem.slug).join(Submission.version).join(ProblemVersion.problem)
        found = session.execute(own.where(Submission.id == submission_id, Submission.user_id == user_id)).one_or_none()
        if found is None:
            raise NoSuchSubmission(submission_id)
        draft = _locked(session, user_id, found.slug)
        if draft.source != found.source or not draft.revision:
            draft.saved_by = ""
            _changed(session, draft, found.source, replaced=draft.source if draft.revision else None)
        return str(found.slug)


def put_back(sessions: Sessions, *, user_id: int, slug: str) -> None:
    """Undo the last `restore`, where the draft was not changed since."""
    with sessions.begin() as session:
        draft = _locked(session, user_id, slug)
        if draft.replaced is not None:
            draft.saved_by = ""
            _changed(session, draft, draft.replaced, replaced=draft.source)


def _locked(session: Session, user_id: int, slug: str) -> Draft:
    """The user's draft, or a new one at revision 0 that is not stored yet."""
    session.execute(select(User.id).where(User.id == user_id).with_for_update())  # two tabs must not both pass
    problem_id = session.scalar(select(Problem.id).where(Problem.slug == slug))
    if problem_id is None:
        raise NoSuchProblem(slug)
    return session.get(Draft, (user_id, problem_id)) or Draft(
        user_id=user_id, problem_id=problem_id, revision=0, source=b"", saved_by="", saved_at=utc_now()
    )


def _changed(session: Session, draft: Draft, source: bytes, *, replaced: bytes | None) -> KeptDraft:
    draft.source, draft.replaced = source, replaced
    draft.revision += 1
    draft.saved_at = utc_now()
    session.add(draft)
    return _kept(draft)


def _kept(draft: Draft) -> KeptDraft:
    text = draft.source.decode("utf-8", "replace")
    return KeptDraft(draft.revision, text, draft.saved_at, draft.saved_by, undoable=draft.replaced is not None)
