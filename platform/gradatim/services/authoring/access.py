"""Whose draft it is, and what stands in it: what every service of authoring begins with."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.db import utc_now
from gradatim.errors import NotFound, Refused
from gradatim.models import DraftFile, ProblemDraft
from gradatim.services import visibility
from gradatim_grader import problem as grading
from gradatim_grader.problem import digest_of


class NoSuchDraft(NotFound):
    public = "There is no such draft."

    def __init__(self, draft_id: int) -> None:
        super().__init__(f"no draft {draft_id} for this viewer")


class NotNow(Refused):
    """Something about the draft stands in the way; the message says what, and what to do."""

    code = "not_now"

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


def draft_for(session: Session, draft_id: int, *, user_id: int | None, locked: bool = False) -> ProblemDraft:
    """A draft that this user may edit; `locked` for whoever is about to change it.

    Raises:
        NoSuchDraft: there is none, or it is not theirs.
    """
    draft = session.get(ProblemDraft, draft_id, with_for_update=locked or None)
    if draft is None or not is_editor(session, user_id, draft):
        raise NoSuchDraft(draft_id)
    return draft


def is_editor(session: Session, user_id: int | None, draft: ProblemDraft) -> bool:
    """Whether a user may change this draft: whoever made it, and admins."""
    # A draft whose owner is gone is for admins: only what came from a folder is everybody's.
    owner_id = -1 if draft.owner_id is None else draft.owner_id
    return visibility.may_edit(session, user_id, owner_id=owner_id)


def files_in(session: Session, draft_id: int) -> dict[str, bytes]:
    """The files that a draft has now, by path."""
    now = select(DraftFile).where(DraftFile.draft_id == draft_id, DraftFile.removed.is_(False))
    return {file.path: file.content for file in session.scalars(now.order_by(DraftFile.path))}


def problem_in(session: Session, draft: ProblemDraft) -> grading.Problem:
    """The draft as a problem. Raises ProblemError."""
    return grading.from_files(draft.slug, files_in(session, draft.id))


def digest_in(session: Session, draft_id: int) -> str:
    return digest_of(files_in(session, draft_id))


def put(session: Session, draft: ProblemDraft, path: str, content: bytes, *, saved_by: str = "") -> DraftFile:
    """Write a file, as the draft's next revision. The draft must be locked."""
    file = session.get(DraftFile, (draft.id, path)) or DraftFile(draft_id=draft.id, path=path)
    file.content, file.saved_by, file.saved_at, file.removed = content, saved_by, utc_now(), False
    mark(draft, file)
    session.add(file)
    return file


def mark(draft: ProblemDraft, file: DraftFile) -> None:
    """Give a changed file the draft's next revision."""
    draft.revision += 1
    draft.updated_at = utc_now()
    file.revision = draft.revision
