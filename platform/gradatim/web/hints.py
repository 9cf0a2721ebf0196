"""Asking for the next hint."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for

from gradatim.services import hints, problems
from gradatim.web import markdown
from gradatim.web.blocks import limit_answering
from gradatim.web.errors import wants_json
from gradatim.web.state import state
from gradatim.web.visitors import user_id_or_new_guest, viewer

bp = Blueprint("hints", __name__)


@bp.post("/problems/<slug>/hints")
@limit_answering
def open_next(slug: str) -> Response:
    """Open the hint whose number the form gives, where it is the next."""
    text = problems.text_of(state().sessions, slug, user_id=viewer().user_id)
    number = request.form.get("number", default=0, type=int)
    if not 1 <= number <= len(text.hints):
        raise hints.NoSuchHint(f"{slug} has no hint {number}")  # which must not make a guest
    opened = hints.open_hint(state().sessions, number, user_id=user_id_or_new_guest(), slug=slug)
    if not wants_json():
        return make_response(redirect(url_for("problems.show", slug=slug, _anchor="hints"), 303))
    rendered = [markdown.render(hint) for hint in text.hints]
    return jsonify(opened=opened, html=render_template("partials/hints.html", slug=slug, hints=rendered, opened=opened))
