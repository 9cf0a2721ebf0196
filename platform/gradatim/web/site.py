"""Whether the site is alive, and whether it can do its work. Balancers and supervisors ask, over plain HTTP."""

from __future__ import annotations

import structlog
from flask import Blueprint, Response, jsonify

from gradatim.web.headers import over_plain_http
from gradatim.web.limits import limiter
from gradatim.web.state import state

bp = Blueprint("site", __name__)
limiter.exempt(bp)
log = structlog.get_logger(__name__)


@bp.get("/healthz")
@over_plain_http
def alive() -> Response:
    """This process answers. It asks nothing of anything else: a restart would not mend those."""
    return jsonify(status="ok")


@bp.get("/readyz")
@over_plain_http
def ready() -> tuple[Response, int]:
    """What pages and submissions need is there: the database, at this code's version, and the broker if one is set."""
    troubles = state().readiness.troubles()
    if troubles:
        log.warning("not ready", **troubles)
        return jsonify(status="waiting", waiting_for=sorted(troubles)), 503
    return jsonify(status="ok"), 200
