"""Whether the site is alive, and whether it can do its work."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from gradatim import db
from gradatim.web.limits import limiter
from gradatim.web.state import state

bp = Blueprint("site", __name__)
limiter.exempt(bp)


@bp.get("/health")
def health() -> Response:
    """The process answers."""
    return jsonify(status="ok")


@bp.get("/ready")
def ready() -> tuple[Response, int]:
    """The database answers too; without it there is nothing to show."""
    reason = db.trouble_of(state().sessions)
    if reason:
        return jsonify(status="waiting", reason="the database does not answer"), 503
    return jsonify(status="ok"), 200
