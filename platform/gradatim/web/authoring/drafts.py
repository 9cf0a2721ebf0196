"""The list of what somebody writes, the page of one draft, and its end."""

from __future__ import annotations

from flask import Response, render_template, request

from gradatim.services.authoring import drafts, files, problems, schema
from gradatim.services.authoring.files import KeptFile
from gradatim.web.authoring.blueprint import DRAFT, author, bp, to
from gradatim.web.state import state


@bp.get("/authoring")
def index() -> str:
    sessions = state().sessions
    return render_template(
        "authoring/index.html",
        drafts=drafts.drafts_of(sessions, author()),
        problems=problems.problems_of(sessions, author()),
    )


@bp.get(DRAFT)
def draft(draft_id: int) -> str:
    """The draft with one of its files open, that which `file` names."""
    return page_of(draft_id, request.args.get("file", ""))


def page_of(draft_id: int, path: str, *, mine: str | None = None, theirs: KeptFile | None = None) -> str:
    """`mine` and `theirs`: two texts of one file, where somebody else changed it meanwhile."""
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    paths = [entry.path for entry in shown.files]
    chosen = path if path in paths else next(iter(paths), "")
    opened = files.file_of(state().sessions, draft_id, chosen, user_id=author()) if chosen else None
    return render_template(
        "authoring/draft.html", draft=shown, opened=opened, mine=mine, theirs=theirs, schema=schema.SECTIONS
    )


@bp.get(f"{DRAFT}/delete")
def confirm_delete(draft_id: int) -> str:
    return render_template("authoring/delete.html", draft=drafts.draft_of(state().sessions, draft_id, user_id=author()))


@bp.post(f"{DRAFT}/delete")
def delete(draft_id: int) -> Response:
    slug = drafts.delete(state().sessions, draft_id, user_id=author())
    return to("index", said=f"The draft of {slug} is deleted.")
