"""Publishing a draft: what changed since the last version, and the version itself, from a check that found no fault."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.models import DraftCheck, Problem, ProblemDraft, ProblemVersion, State, Visibility
from gradatim.services import publishing, visibility
from gradatim.services.authoring import access
from gradatim.services.authoring.access import NotNow
from gradatim.services.authoring.files import text_in
from gradatim.services.publishing import Prepared, Published
from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import Problem as GradedProblem

MAX_DIFF_LINES = 400  # of one file


@dataclass(frozen=True)
class FileChange:
    """One file that is not as it was. `what`: added, removed or changed. `diff`: unified, empty where it is no text."""

    path: str
    what: str
    diff: list[str]


@dataclass(frozen=True)
class Changes:
    """A draft beside the problem's current version; `since` is None before the first."""

    since: datetime | None
    files: list[FileChange]


def changes_of(sessions: Sessions, draft_id: int, *, user_id: int) -> Changes:
    """Raises NoSuchDraft."""
    with sessions.read() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id)
        now, version = access.files_in(session, draft_id), _current(session, draft.slug)
        before = {} if version is None else {file.path: file.content for file in version.files}
        return Changes(None if version is None else version.published_at, _changes(before, now))


def publish(sessions: Sessions, draft_id: int, *, user_id: int) -> Published:
    """Make the draft, as it is, the problem's current version. A problem that is new with it is seen by its authors.

    Raises:
        NoSuchDraft: there is none, or it is not the user's.
        NotNow: no check of exactly this content found it without fault, or the problem is somebody else's.
    """
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        problem, prepared = _proven(session, draft)
        known = session.scalar(select(Problem).where(Problem.slug == draft.slug))
        if known is not None and not visibility.may_edit(session, user_id, owner_id=known.owner_id):
            raise NotNow(
                f"There is a problem {draft.slug} of somebody else's already. Make this one under another name."
            )
        return publishing.release(
            session, problem, prepared, actor_id=user_id, owner_id=draft.owner_id, visibility=Visibility.DRAFT
        )


def _proven(session: Session, draft: ProblemDraft) -> tuple[GradedProblem, Prepared]:
    check = session.get(DraftCheck, draft.id)
    try:
        problem = access.problem_in(session, draft)
    except ProblemError as error:
        raise NotNow(f"This is not a problem yet: {error}") from None
    if check is None or check.state is not State.DONE or check.digest != problem.digest:
        raise NotNow("Check it first: what is in the draft now has not been checked.")
    if not check.proven or check.prepared is None:
        raise NotNow("The check found faults. Mend them and check again; then it can be published.")
    return problem, msgspec.msgpack.decode(check.prepared, type=Prepared)


def _current(session: Session, slug: str) -> ProblemVersion | None:
    current = select(ProblemVersion).join(Problem).where(Problem.slug == slug, ProblemVersion.current)
    return session.scalar(current)


def _changes(before: Mapping[str, bytes], now: Mapping[str, bytes]) -> list[FileChange]:
    made = []
    for path in sorted(before.keys() | now.keys()):
        if before.get(path) == now.get(path):
            continue
        what = "added" if path not in before else "removed" if path not in now else "changed"
        made.append(FileChange(path, what, _diff(before.get(path, b""), now.get(path, b""))))
    return made


def _diff(before: bytes, now: bytes) -> list[str]:
    texts = [text_in(content) for content in (before, now)]
    if texts[0] is None or texts[1] is None:
        return []
    lines = difflib.unified_diff(texts[0].splitlines(), texts[1].splitlines(), lineterm="", n=2)
    return list(lines)[2 : MAX_DIFF_LINES + 2]
