"""What an author says of wrong solutions, written into a draft: a new pitfall, or a mutant that no test can catch."""

from __future__ import annotations

from gradatim.db import Sessions
from gradatim.models import DraftFile
from gradatim.services.authoring import access
from gradatim.services.authoring.access import NotNow
from gradatim_grader.check.listed import FILE, quoted, with_equivalent
from gradatim_grader.problem import SLUG

TOML = "problem.toml"
TO_WRITE = "Say in two or three sentences what this does to the result."
TO_HINT = "Ask the question that leads to it."


def add_pitfall(
    sessions: Sessions,
    draft_id: int,
    *,
    user_id: int,
    name: str,
    title: str,
    source: bytes,
    explain: str = TO_WRITE,
    hint: str = TO_HINT,
) -> str:
    """Add a whole wrong solution as a pitfall of its own; the path of its file. The draft wants a check after it.

    Raises:
        NoSuchDraft: there is none, or it is not the user's.
        NotNow: the name is none, is taken, or there is no title.
    """
    if not SLUG.fullmatch(name):
        raise NotNow("A pitfall's name is lower case words joined by hyphens, as in one-based.")
    if not title.strip():
        raise NotNow("Say in half a sentence which mistake it is.")
    path = f"pitfalls/{name.replace('-', '_')}.py"
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        files = access.files_in(session, draft_id)
        text = files.get(TOML, b"").decode("utf-8", "replace")
        if path in files or f"name = {quoted(name)}" in text:
            raise NotNow(f"There is a pitfall {name} already.")
        values = {"name": name, "title": title.strip(), "file": path, "explain": explain, "hint": hint}
        table = "".join(f"{key} = {quoted(value)}\n" for key, value in values.items())
        access.put(session, draft, path, source)
        access.put(session, draft, TOML, f"{text.rstrip()}\n\n[[pitfall]]\n{table}".encode())
    return path


def mark_equivalent(sessions: Sessions, draft_id: int, *, user_id: int, removed: str, added: str, reason: str) -> None:
    """Say in mutants.toml why no test can catch a mutant. `removed` and `added` are the check's words for it.

    Raises:
        NoSuchDraft: there is none, or it is not the user's.
        NotNow: there is no reason.
    """
    if not reason.strip():
        raise NotNow("Say why no test can tell this mutant from the reference.")
    with sessions.begin() as session:
        draft = access.draft_for(session, draft_id, user_id=user_id, locked=True)
        file = session.get(DraftFile, (draft_id, FILE))
        text = "" if file is None or file.removed else file.content.decode("utf-8", "replace")
        made = with_equivalent(text, removed=removed, added=added, reason=reason.strip())
        access.put(session, draft, FILE, made.encode())
