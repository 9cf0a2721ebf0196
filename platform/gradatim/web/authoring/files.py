"""The files of a draft: read and saved by the editor, or by a plain form; added, renamed, removed."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, make_response, request

from gradatim.db import storable
from gradatim.services.authoring import drafts, files
from gradatim.services.authoring.access import NotNow
from gradatim.services.authoring.files import FileConflict, KeptFile
from gradatim.web.authoring.blueprint import DRAFT, author, bp, limit_saving, to
from gradatim.web.authoring.drafts import page_of
from gradatim.web.errors import wants_json
from gradatim.web.forms import SubmissionForm
from gradatim.web.state import state


@bp.get(f"{DRAFT}/files/<path:path>")
def file(draft_id: int, path: str) -> Response:
    return jsonify(_shown(files.file_of(state().sessions, draft_id, path, user_id=author())))


@bp.post(f"{DRAFT}/files/<path:path>")
@limit_saving
def save(draft_id: int, path: str) -> Response:
    """Keep the form's text, which grew from its `revision`; 409 with the other text where that is not the last."""
    source = SubmissionForm.from_request().source
    try:
        kept = files.save(
            state().sessions,
            draft_id,
            path,
            user_id=author(),
            source=source,
            revision=request.form.get("revision", default=0, type=int),
            saved_by=storable(request.form.get("tab", "")),
        )
    except FileConflict as conflict:
        if not wants_json():
            page = page_of(draft_id, path, mine=source.decode("utf-8", "replace"), theirs=conflict.theirs)
            return make_response(page, 409)
        answer = {"error": {"code": conflict.code, "message": conflict.public}, **_shown(conflict.theirs)}
        return make_response(jsonify(answer), 409)
    if not wants_json():
        return to("draft", draft_id=draft_id, file=path, said=f"{path} is saved.")
    return jsonify(revision=kept.revision, saved_at=_shown(kept)["saved_at"])


@bp.get(f"{DRAFT}/fault")
def fault(draft_id: int) -> Response:
    """The first thing that keeps the draft from being a problem, null where there is none; and how it stands."""
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    found = shown.fault and {
        "file": shown.fault.file,
        "key": shown.fault.key,
        "reason": shown.fault.reason,
        "line": shown.fault.line,
    }
    return jsonify(fault=found, standing=shown.standing)


@bp.post(f"{DRAFT}/add")
@limit_saving
def add(draft_id: int) -> Response:
    """A new file, or a removed one brought back."""
    try:
        path = files.add(state().sessions, draft_id, request.form.get("path", ""), user_id=author())
    except NotNow as error:
        return to("draft", draft_id=draft_id, said=error.public)
    return to("draft", draft_id=draft_id, file=path)


@bp.post(f"{DRAFT}/rename")
@limit_saving
def rename(draft_id: int) -> Response:
    path = request.form.get("path", "")
    try:
        new = files.rename(state().sessions, draft_id, path, user_id=author(), to=request.form.get("to", ""))
    except NotNow as error:
        return to("draft", draft_id=draft_id, file=path, said=error.public)
    return to("draft", draft_id=draft_id, file=new, said=f"{path} is called {new} now.")


@bp.post(f"{DRAFT}/remove")
@limit_saving
def remove(draft_id: int) -> Response:
    path = request.form.get("path", "")
    files.remove(state().sessions, draft_id, path, user_id=author())
    return to("draft", draft_id=draft_id, said=f"{path} is taken out. It is kept, and can be put back below the files.")


def _shown(kept: KeptFile) -> dict[str, Any]:
    return {
        "revision": kept.revision,
        "source": kept.source,
        "saved_at": None if kept.saved_at is None else kept.saved_at.isoformat(),
        "tab": kept.saved_by,
    }
