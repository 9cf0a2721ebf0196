"""Statement and theory as students will see them, from the text as it is being typed."""

from __future__ import annotations

from flask import Response, make_response, render_template, request, url_for
from markupsafe import Markup

from gradatim.services.authoring import drafts, files, previewing
from gradatim.services.authoring.drafts import DraftView
from gradatim.web import lesson
from gradatim.web.authoring.blueprint import DRAFT, author, bp, limit_saving
from gradatim.web.lesson import Reader
from gradatim.web.state import state
from gradatim_grader.errors import ProblemError
from gradatim_grader.lesson import FILES, read


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


@bp.get(f"{DRAFT}/arrays/<key>.f64")
def array_bytes(draft_id: int, key: str) -> Response:
    """The numbers of an array that the last check computed."""
    array = previewing.array_of(state().sessions, draft_id, key, user_id=author())
    return Response(array.data, mimetype="application/octet-stream")


def _reader(draft: DraftView, path: str, source: str) -> Reader:
    arrays = previewing.arrays_in(state().sessions, draft.id, read(source, file=path), user_id=author())
    return Reader(
        arrays,
        address=lambda array: url_for("authoring.array_bytes", draft_id=draft.id, key=array.key),
        missing=render_template("authoring/no_array.html"),
    )


def _body(draft: DraftView, path: str, source: str) -> Markup:
    html, wrong = Markup(), ""
    if path in FILES:
        try:
            html = lesson.rendered(source, file=path, slug=draft.slug, reader=_reader(draft, path, source))
        except ProblemError as error:
            wrong = str(error)
    shown = render_template("authoring/preview_body.html", html=html, wrong=wrong, path=path)
    return Markup(shown)  # noqa: S704 - from a template
