"""The blueprint that all pages of authoring share, and who is writing."""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, redirect, url_for
from flask_security import current_user

from gradatim.web.guards import only_staff
from gradatim.web.limits import limiter

bp = Blueprint("authoring", __name__)
bp.before_request(only_staff)
limit_saving = limiter.shared_limit("240 per minute", scope="authoring")

DRAFT = "/authoring/drafts/<int(max=2147483647):draft_id>"


def author() -> int:
    """The id of whoever is signed in, an instructor or admin."""
    return int(current_user.id)


def to(endpoint: str, *, said: str = "", **values: str | int) -> Response:
    """Go on with a page of authoring."""
    if said:
        flash(said)
    return make_response(redirect(url_for(f"authoring.{endpoint}", **values), 303))  # type: ignore[arg-type]
