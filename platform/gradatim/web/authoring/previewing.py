"""Statement and theory as students will see them, from the text as it is being typed."""

from __future__ import annotations

from flask import Response, make_response, render_template, request
from markupsafe import Markup

from gradatim.services.authoring import drafts, files
from gradatim.services.authoring.drafts import DraftView
from gradatim.web import lesson
from gradatim.web.authoring.blueprint import DRAFT, author, bp, limit_saving
from gradatim.web.state import state
from gradatim_grader.errors import ProblemError
from gradatim_grader.lesson import FILES


@bp.get(f"{DRAFT}/preview")
def preview(draft_id: int) -> str:
    """A page of its own, of the file as it was saved."""
    path = request.args.get("file", FILES[0])
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    source = files.file_of(state().sessions, draft_id, path, user_id=author()).source or ""
    return render_template("authoring/preview.html", draft=shown, path=path, body=_body(shown, path, source))


@bp.post(f"{DRAFT}/preview")
@limit_saving
def preview_typed(draft_id: int) -> Response:
    """As a fragment, of the text in the form."""
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    source = request.form.get("source", "").replace("\r\n", "\n")
    return make_response(_body(shown, request.form.get("path", ""), source))


def _body(draft: DraftView, path: str, source: str) -> Markup:
    html, wrong = Markup(), ""
    if path in FILES:
        try:
            html = lesson.rendered(source, file=path, slug=draft.slug)
        except ProblemError as error:
            wrong = str(error)
    shown = render_template("authoring/preview_body.html", html=html, wrong=wrong, path=path)
    return Markup(shown)  # noqa: S704 - from a template
