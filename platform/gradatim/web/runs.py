"""Run: the sample tests only, shown to whoever wrote the code."""

from __future__ import annotations

from flask import Blueprint, Response

from gradatim.models import Kind
from gradatim.web.limits import limit_sending
from gradatim.web.submissions import hand_in

bp = Blueprint("runs", __name__)


@bp.post("/problems/<slug>/runs")
@limit_sending
def create(slug: str) -> Response:
    return hand_in(slug, Kind.RUN)
