"""The files of a draft: read, saved as they are typed, added, renamed, removed and brought back.

Every change of a file gets a revision, and whoever saves says which one their text grew from. Where that is no longer
the latest, nothing is changed and they are shown the other text. What is removed is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.errors import NotFound, Refused
from gradatim.models import DraftFile, ProblemDraft
from gradatim.services.authoring import access
from gradatim.services.authoring.access import NotNow
from gradatim_grader.archive import MAX_NAME_CHARS
from gradatim_grader.problem import IGNORED_PARTS, MAX_BYTES, MAX_FILES

MAX_NAME_OF_TAB_CHARS = 40
PATH = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*")


class NoSuchFile(NotFound):
    public = "The draft has no such file."


class FileTooLarge(Refused):
    code = "too_large"
    public = f"A problem's files may be {MAX_BYTES >> 20} MiB together. This is kept in your browser alone."


@dataclass(frozen=True)
class KeptFile:
    """A file as it is stored. `source` is None where it was removed, or is no text."""

    path: str
    revision: int
    source: str | None
    saved_at: datetime | None = None
    saved_by: str = ""


class FileConflict(Refused):
    """The file was changed meanwhile; `theirs` is what it is now."""

    code = "draft_conflict"
    public = "This file was edited in another tab or by somebody else."

    def __init__(self, theirs: KeptFile) -> None:
        super().__init__(f"{theirs.path} is at revision {theirs.revision}")
        self.theirs = theirs


def file_of(sessions: Sessions, draft_id: int, path: str, *, user_id: int) -> KeptFile:
    """Raises NoSuchDraft, NoSuchFile."""
    with sessions.read() as session:
        access.draft_for(session, draft_id, user_id=user_id)
        return _kept(_found(session, draft_id, path))


def save(
    sessions: Sessions, draft_id: int, path: str, *, user_id: int, source: bytes, revision: int, saved_by: str = ""
) -> KeptFile:
    """Keep a text that grew from `revision` of this file.

    Raises:
        NoSuchDraft, NoSuchFile: there is none, or it is not the user's.
        FileTooLarge: the draft would have more than `MAX_BYTES`.
        FileConflict: the file is at another revision, with another text, or was removed since.
    """
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        file = _found(session, draft_id, path)
        if file.content == source and not file.removed:
            return _kept(file)  # saved before, by a request whose answer was lost, or the same by chance
        if file.revision != revision:  # whoever has seen that it was removed, and saves all the same, brings it back
            raise FileConflict(_kept(file))
        _check_room(session, draft, more=len(source) - len(file.content))
        return _kept(access.put(session, draft, path, source, saved_by=saved_by[:MAX_NAME_OF_TAB_CHARS]))


def add(sessions: Sessions, draft_id: int, path: str, *, user_id: int) -> str:
    """A new empty file, or one that was removed, brought back as it was; its path.

    Raises:
        NoSuchDraft: there is none, or it is not the user's.
        NotNow: the name is none, or is taken.
    """
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        path = _checked(session, draft, path)
        former = session.get(DraftFile, (draft.id, path))
        access.put(session, draft, path, b"" if former is None else former.content)
        return path


def rename(sessions: Sessions, draft_id: int, path: str, *, user_id: int, to: str) -> str:
    """Give a file another path, which is returned. The old one is kept as removed. Raises as `add`, and NoSuchFile."""
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        file = _present(session, draft_id, path)
        to = _checked(session, draft, to)
        access.put(session, draft, to, file.content)
        file.removed = True
        access.mark(draft, file)
        return to


def remove(sessions: Sessions, draft_id: int, path: str, *, user_id: int) -> None:
    """Take a file out of the problem; `add` brings it back. Raises NoSuchDraft, NoSuchFile."""
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        file = _present(session, draft_id, path)
        file.removed = True
        access.mark(draft, file)


def _checked(session: Session, draft: ProblemDraft, path: str) -> str:
    path = path.strip()
    if len(path) > MAX_NAME_CHARS or not PATH.fullmatch(path) or IGNORED_PARTS & set(path.split("/")):
        raise NotNow("A file's name is letters, digits, points, hyphens and underscores, as in pitfalls/off_by_one.py.")
    paths = set(access.files_in(session, draft.id))
    alike = {known.casefold() for known in paths}
    if path.casefold() in alike:
        raise NotNow(f"There is a file {path} already.")
    if any(known.startswith(f"{path}/") or path.startswith(f"{known}/") for known in paths):
        raise NotNow(f"{path} would be a file and a folder at once.")
    if len(paths) >= MAX_FILES:
        raise NotNow(f"A problem holds at most {MAX_FILES} files.")
    return path


def _check_room(session: Session, draft: ProblemDraft, *, more: int) -> None:
    sizes = select(func.sum(func.length(DraftFile.content))).where(
        DraftFile.draft_id == draft.id, DraftFile.removed.is_(False)
    )
    if (session.scalar(sizes) or 0) + more > MAX_BYTES:
        raise FileTooLarge(f"draft {draft.id} would be larger than {MAX_BYTES} bytes")


def _found(session: Session, draft_id: int, path: str) -> DraftFile:
    file = session.get(DraftFile, (draft_id, path))
    if file is None:
        raise NoSuchFile(f"draft {draft_id} has no {path!r}")
    return file


def _present(session: Session, draft_id: int, path: str) -> DraftFile:
    file = _found(session, draft_id, path)
    if file.removed:
        raise NoSuchFile(f"{path!r} was removed from draft {draft_id}")
    return file


def _kept(file: DraftFile) -> KeptFile:
    source = None if file.removed else text_in(file.content)
    return KeptFile(file.path, file.revision, source, file.saved_at, file.saved_by)


def text_in(content: bytes) -> str | None:
    """None where it is no text."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
