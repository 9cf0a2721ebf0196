"""What Prometheus reads. Not for the public: see `_may_read`."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from gradatim.services import metrics
from gradatim.web.limits import limiter
from gradatim.web.state import state

bp = Blueprint("metrics_page", __name__)
limiter.exempt(bp)


@bp.get("/metrics")
def show() -> Response:
    if not _may_read():
        abort(404)
    from gradatim.services.gauges import Gauges  # loads Prometheus's library

    site = state()
    return Response(site.metrics.exposed([Gauges(site.sessions, site.queue)]), content_type=metrics.CONTENT_TYPE)


def _may_read() -> bool:
    """Without a token nobody may where the site is public: through a proxy everybody seems to be on this machine."""
    settings = state().settings
    if settings.metrics_token is None and (settings.public_url or settings.proxies):
        return False
    said = request.headers.get("Authorization", "")
    return metrics.may_read(settings, address=request.remote_addr or "", authorization=said)
