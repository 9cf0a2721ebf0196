"""Drafts: what the editor saves by itself, and putting an earlier submission back into it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, jsonify, make_response, redirect, request, url_for

from gradatim.db import storable
from gradatim.errors import NoSuchSubmission
from gradatim.services import drafts, problems
from gradatim.services.drafts import DraftConflict, KeptDraft
from gradatim.web.forms import SubmissionForm
from gradatim.web.limits import limiter
from gradatim.web.state import state
from gradatim.web.visitors import user_id_or_new_guest, viewer

bp = Blueprint("drafts", __name__)
limit_saving = limiter.shared_limit("120 per minute", scope="saving")


@bp.get("/problems/<slug>/draft")
def show(slug: str) -> Response:
    """What is kept now; revision 0 where there is nothing."""
    return jsonify(_shown(drafts.draft_of(state().sessions, viewer().user_id, slug=slug)))


@bp.post("/problems/<slug>/draft")
@limit_saving
def save(slug: str) -> Response:
    """Keep the text of the form, which grew from its `revision`; 409 with the other text where that is not the last."""
    form = SubmissionForm.from_request()
    if viewer().user_id is None:
        problems.text_of(state().sessions, slug)  # an unknown problem must not make a guest
    revision = request.form.get("revision", default=0, type=int)
    tab = request.form.get("tab", "")
    try:
        kept = drafts.save(
            state().sessions,
            user_id=user_id_or_new_guest(),
            slug=slug,
            source=form.source,
            revision=revision,
            saved_by=storable(tab),
        )
    except DraftConflict as conflict:
        answer = {"error": {"code": conflict.code, "message": conflict.public}, **_shown(conflict.theirs)}
        return make_response(jsonify(answer), 409)
    return jsonify(revision=kept.revision, saved_at=kept.saved_at.isoformat())


@bp.post("/submissions/<int(max=2147483647):submission_id>/restore")
@limit_saving
def restore(submission_id: int) -> Response:
    """Put a submission of one's own into the editor. The page then offers to undo it."""
    user_id = viewer().user_id
    if user_id is None:
        raise NoSuchSubmission(submission_id)
    slug = drafts.restore(state().sessions, submission_id, user_id=user_id)
    return _to_editor(slug)


@bp.post("/problems/<slug>/draft/undo")
@limit_saving
def undo(slug: str) -> Response:
    """Put back what a restored submission took the place of."""
    user_id = viewer().user_id
    if user_id is not None:
        drafts.put_back(state().sessions, user_id=user_id, slug=slug)
        flash("What was in the editor before is there again.")
    return _to_editor(slug)


def _to_editor(slug: str) -> Response:
    return make_response(redirect(url_for("problems.show", slug=slug, _anchor="code"), 303))


def _shown(draft: KeptDraft | None) -> dict[str, Any]:
    if draft is None:
        return {"revision": 0, "source": None, "saved_at": None, "tab": ""}
    return {
        "revision": draft.revision,
        "source": draft.source,
        "saved_at": draft.saved_at.isoformat(),
        "tab": draft.saved_by,
    }
