"""Drafts of problems: made, listed, read and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem
from gradatim.models import DraftCheck, DraftFile, Problem, ProblemDraft, ProblemVersion, State, User
from gradatim.services import audit, visibility
from gradatim.services.authoring import access
from gradatim.services.authoring.access import NotNow
from gradatim.services.authoring.files import text_in
from gradatim.services.authoring.places import Place, place_of
from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import SLUG, digest_of, from_files

FIRST = ("problem.toml", "statement.md", "theory.md", "lesson.py", "starter.py", "solution.py")  # the order of tabs
MAX_SLUG_CHARS = 60


@dataclass(frozen=True)
class DraftEntry:
    """One file in the list of a draft's. `editable`: it is text."""

    path: str
    revision: int
    editable: bool


@dataclass(frozen=True)
class DraftView:
    """A draft as its pages show it. `checked`: the check is of exactly this content; `proven`: and found no fault."""

    id: int
    slug: str
    owner: str
    updated_at: datetime
    digest: str
    files: list[DraftEntry]
    removed: list[str]
    fault: Place | None
    check_state: State | None
    checked: bool
    proven: bool
    published: bool  # whether this content is the problem's current version
    known: bool  # whether the problem has any version

    @property
    def standing(self) -> str:
        """How far it is, in a few words."""
        if self.published:
            return "Published as it is"
        if self.proven:
            return "Checked, ready to publish"
        if self.check_state in (State.QUEUED, State.CLAIMED):
            return "Being checked"
        return "Checked, with faults" if self.checked else "Not checked"


def drafts_of(sessions: Sessions, user_id: int) -> list[DraftView]:
    """All that this user may edit, last changed first; without their faults, which take a while to find."""
    with sessions.read() as session:
        found = session.scalars(select(ProblemDraft).order_by(ProblemDraft.updated_at.desc())).all()
        mine = [draft for draft in found if access.is_editor(session, user_id, draft)]
        return [_view(session, draft, read=False) for draft in mine]


def draft_of(sessions: Sessions, draft_id: int, *, user_id: int) -> DraftView:
    """Raises NoSuchDraft."""
    with sessions.read() as session:
        return _view(session, access.draft_for(session, draft_id, user_id=user_id))


def content_of(sessions: Sessions, draft_id: int, *, user_id: int) -> dict[str, bytes]:
    """The draft's files by path. Raises NoSuchDraft."""
    with sessions.read() as session:
        access.draft_for(session, draft_id, user_id=user_id)
        return access.files_in(session, draft_id)


def create(sessions: Sessions, slug: str, files: Mapping[str, bytes], *, owner_id: int) -> int:
    """A new draft, of a problem that is not there yet; its id.

    Raises:
        NotNow: the name is none, or is taken.
    """
    slug = slug.strip()
    if not SLUG.fullmatch(slug) or len(slug) > MAX_SLUG_CHARS:
        raise NotNow("A problem's name is lower case words joined by hyphens, as in positional-encoding.")
    with sessions.begin() as session:
        if session.scalar(select(Problem.id).where(Problem.slug == slug)) is not None:
            raise NotNow(f"There is a problem {slug} already. Take another name, or edit that one from its own page.")
        return _made(session, slug, files, owner_id)


def open_published(sessions: Sessions, slug: str, *, user_id: int) -> int:
    """The draft of a published problem, made from its current version where there is none; its id.

    Raises:
        NoSuchProblem: there is none, or it is not the user's to change.
        NotNow: somebody else has a draft of it.
    """
    with sessions.begin() as session:
        version = session.scalar(
            select(ProblemVersion).join(Problem).where(Problem.slug == slug, ProblemVersion.current)
        )
        if version is None or not visibility.may_edit(session, user_id, owner_id=version.problem.owner_id):
            raise NoSuchProblem(slug)
        draft = session.scalar(select(ProblemDraft).where(ProblemDraft.slug == slug))
        if draft is not None and access.is_editor(session, user_id, draft):
            return draft.id
        return _made(session, slug, {file.path: file.content for file in version.files}, user_id)


def delete(sessions: Sessions, draft_id: int, *, user_id: int) -> str:
    """Delete a draft for good, with all that was removed from it; its slug. What was published stays."""
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        audit.record(session, "draft.delete", subject=f"problem {draft.slug}", actor_id=user_id)
        session.delete(draft)
        return draft.slug


def _made(session: Session, slug: str, files: Mapping[str, bytes], owner_id: int) -> int:
    if session.scalar(select(ProblemDraft.id).where(ProblemDraft.slug == slug)) is not None:
        raise NotNow(f"There is a draft of {slug} already. Take another name, or ask whoever is writing it.")
    draft = ProblemDraft(slug=slug, owner_id=owner_id, revision=0)
    session.add(draft)
    session.flush()
    for path, content in files.items():
        access.put(session, draft, path, content)
    return draft.id


def _view(session: Session, draft: ProblemDraft, *, read: bool = True) -> DraftView:
    stored = session.scalars(select(DraftFile).where(DraftFile.draft_id == draft.id)).all()
    files = {file.path: file.content for file in stored if not file.removed}
    digest, check = digest_of(files), session.get(DraftCheck, draft.id)
    checked = check is not None and check.state is State.DONE and check.digest == digest
    versions = select(ProblemVersion.digest).join(Problem).where(Problem.slug == draft.slug)
    owner = None if draft.owner_id is None else session.get(User, draft.owner_id)
    return DraftView(
        id=draft.id,
        slug=draft.slug,
        owner=(owner and owner.email) or "",
        updated_at=draft.updated_at,
        digest=digest,
        files=sorted(
            (DraftEntry(f.path, f.revision, text_in(f.content) is not None) for f in stored if not f.removed),
            key=lambda entry: (FIRST.index(entry.path) if entry.path in FIRST else len(FIRST), entry.path),
        ),
        removed=sorted(file.path for file in stored if file.removed),
        fault=fault_in(draft.slug, files) if read else None,
        check_state=None if check is None else check.state,
        checked=checked,
        proven=checked and check is not None and check.proven,
        published=session.scalar(versions.where(ProblemVersion.current)) == digest,
        known=session.scalar(versions.limit(1)) is not None,
    )


def fault_in(slug: str, files: Mapping[str, bytes]) -> Place | None:
    """The first thing that keeps the files from being a problem."""
    try:
        from_files(slug, files)
    except ProblemError as error:
        return place_of(error, files.get(error.file, b"").decode("utf-8", "replace"))
    return None
