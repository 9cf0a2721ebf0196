"""From a draft to a version: what changed, and the button that is there only after a check without fault."""

from __future__ import annotations

from flask import Response, render_template

from gradatim.services.authoring import drafts, releasing
from gradatim.services.authoring.access import NotNow
from gradatim.web.authoring.blueprint import DRAFT, author, bp, limit_saving, to
from gradatim.web.state import state


@bp.get(f"{DRAFT}/publish")
def confirm_publish(draft_id: int) -> str:
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    changes = releasing.changes_of(state().sessions, draft_id, user_id=author())
    return render_template("authoring/publish.html", draft=shown, changes=changes)


@bp.post(f"{DRAFT}/publish")
@limit_saving
def publish(draft_id: int) -> Response:
    try:
        done = releasing.publish(state().sessions, draft_id, user_id=author())
    except NotNow as error:
        return to("confirm_publish", draft_id=draft_id, said=error.public)
    slug = drafts.draft_of(state().sessions, draft_id, user_id=author()).slug
    said = f"Published: version {done.digest[:7]}." if done.is_new else "This is the current version already."
    return to("problem", slug=slug, said=said)
