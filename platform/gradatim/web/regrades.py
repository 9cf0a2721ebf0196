"""Regrading a problem's submissions: choosing them, following along, seeing what would change, and deciding."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from flask_security import current_user

from gradatim.models import Kind
from gradatim.services.notices import Watch
from gradatim.services.regrades import beginning, ending, reading
from gradatim.services.regrades.beginning import Chosen
from gradatim.services.regrades.comparing import Change
from gradatim.web import events as streams
from gradatim.web.accounts import let_go_of_database
from gradatim.web.guards import only_staff
from gradatim.web.state import Site, state

LOOK_SECONDS = 1.0

bp = Blueprint("regrades", __name__)
bp.before_request(only_staff)


@bp.get("/staff/problems/<slug>/regrades")
def index(slug: str) -> str:
    page = _page()
    return render_template(
        "regrades/index.html",
        slug=slug,
        page=page,
        choice=reading.choice_for(state().sessions, slug, user_id=current_user.id, page=page),
    )


@bp.post("/staff/problems/<slug>/regrades")
def begin(slug: str) -> Response:
    begun = beginning.begin(state().sessions, slug, _chosen(), actor_id=current_user.id)
    for submission_id in begun.send:
        state().queue.grade(submission_id, kind=Kind.REGRADE)
    return _to(begun.regrade_id)


@bp.get("/staff/regrades/<int(max=2147483647):regrade_id>")
def show(regrade_id: int) -> str:
    wanted = request.args.get("show", "")
    change = Change(wanted) if wanted in list(Change) else None
    page = _page()
    shown = reading.shown(state().sessions, regrade_id, user_id=current_user.id, change=change, page=page)
    return render_template("regrades/show.html", shown=shown, page=page, changes=list(Change))


@bp.get("/staff/regrades/<int(max=2147483647):regrade_id>/events")
def events(regrade_id: int) -> Response:
    """How far it is, once a second at most, until everything is graded."""
    user_id = current_user.id
    reading.progress_of(state().sessions, regrade_id, user_id=user_id)
    let_go_of_database(current_app)
    look = partial(_look, state(), regrade_id, user_id)
    return streams.answer(streams.follow(state(), ("regrade", regrade_id), look, pause=_pause))


@bp.post("/staff/regrades/<int(max=2147483647):regrade_id>/apply")
def apply(regrade_id: int) -> Response:
    ending.apply(state().sessions, regrade_id, actor_id=current_user.id)
    return _to(regrade_id)


@bp.post("/staff/regrades/<int(max=2147483647):regrade_id>/throw-away")
def throw_away(regrade_id: int) -> Response:
    ending.throw_away(state().sessions, regrade_id, actor_id=current_user.id)
    return _to(regrade_id)


def _to(regrade_id: int) -> Response:
    return make_response(redirect(url_for("regrades.show", regrade_id=regrade_id), 303))


def _page() -> int:
    return min(max(request.args.get("page", default=1, type=int), 1), 1_000_000)


def _chosen() -> Chosen:
    """What the form asks for; its other fields are left alone."""
    by = request.form.get("by", "")
    if by == "version":
        return Chosen(version=request.form.get("version", ""))
    if by == "user":
        return Chosen(user=request.form.get("user", "").strip() or "nobody")
    if by == "ticked":
        return Chosen(ids=[number for number in request.form.getlist("id", type=int) if 0 < number < 1 << 31])
    return Chosen()


def _pause(watch: Watch) -> None:
    watch.wait(timeout_seconds=LOOK_SECONDS)


def _look(site: Site, regrade_id: int, user_id: int, _: Watch) -> streams.Look:
    progress = reading.progress_of(site.sessions, regrade_id, user_id=user_id)
    if progress.is_ready or not progress.is_open:
        return streams.Look({}, streams.event("done", {}))
    counts = {change.value: count for change, count in progress.counts.items()}
    return streams.Look({"done": progress.done, "total": progress.total} | counts)
