"""What a problem's submissions say about it: figures, charts with the rows behind them, and mistakes without a name."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask_security import current_user

from gradatim.services import audit
from gradatim.services.insight import naming, reading
from gradatim.services.insight.window import Window
from gradatim.web import sheets
from gradatim.web.guards import only_staff
from gradatim.web.state import state

SPANS = {0: "Since the beginning", 7: "The last 7 days", 30: "The last 30 days", 90: "The last 90 days", 365: "A year"}

bp = Blueprint("insight", __name__)
bp.before_request(only_staff)


@bp.get("/staff/problems/<slug>/insight")
def show(slug: str) -> str:
    window = _window()
    insight = reading.insight_for(state().sessions, slug, window, user_id=current_user.id)
    return render_template("insight/show.html", slug=slug, insight=insight, window=window, spans=SPANS)


@bp.get("/staff/problems/<slug>/insight/<name>.csv")
def table(slug: str, name: str) -> Response:
    rows = reading.table_for(state().sessions, slug, name, _window(), user_id=current_user.id)
    if rows is None:
        abort(404)
    return sheets.download(rows, name=f"{slug}-{name}")


@bp.get("/staff/problems/<slug>/unnamed/<fingerprint>")
def mistake(slug: str, fingerprint: str) -> str:
    window = _window()
    found = reading.mistake_for(state().sessions, slug, fingerprint, window, user_id=current_user.id)
    shown = found.submissions[0]
    audit.looked(state().sessions, actor_id=current_user.id, submission_id=shown.id, owner_id=shown.user_id)
    return render_template("insight/mistake.html", slug=slug, fingerprint=fingerprint, mistake=found, window=window)


@bp.post("/staff/problems/<slug>/unnamed/<fingerprint>/pitfall")
def make_pitfall(slug: str, fingerprint: str) -> Response:
    """Into the draft, and on to its check."""
    draft_id = naming.make_pitfall(
        state().sessions,
        slug,
        fingerprint,
        user_id=current_user.id,
        name=request.form.get("name", ""),
        title=request.form.get("title", ""),
    )
    state().queue.check(draft_id)
    return make_response(redirect(url_for("authoring.check", draft_id=draft_id), 303))


def _window() -> Window:
    days = request.args.get("days", default=0, type=int)
    return Window(version=request.args.get("version", "")[:64], days=days if days in SPANS else 0)
