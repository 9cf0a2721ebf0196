"""What instructors see of the site itself, and what they may do about it."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_security import current_user

from gradatim.services import overview, staff, workers
from gradatim.services.authoring import failed
from gradatim.web.guards import only_staff
from gradatim.web.state import state

bp = Blueprint("staff", __name__)
bp.before_request(only_staff)


@bp.get("/staff")
def index() -> str:
    return render_template("staff/index.html", **_seen())


@bp.get("/staff/live")
def live() -> str:
    """The same without the frame, for a page that keeps itself up to date."""
    return render_template("partials/staff.html", **_seen())


@bp.post("/staff/submissions/<int(max=2147483647):submission_id>/retry")
def retry(submission_id: int) -> Response:
    found = staff.retry(state().sessions, submission_id, actor_id=current_user.id)
    state().queue.grade(found.id, kind=found.kind)
    return _back()


@bp.post("/staff/submissions/<int(max=2147483647):submission_id>/requeue")
def requeue(submission_id: int) -> Response:
    found = staff.requeue(state().sessions, submission_id, actor_id=current_user.id)
    state().queue.grade(found.id, kind=found.kind)
    return _back()


@bp.post("/staff/retry-all")
def retry_all() -> Response:
    for found in staff.failures(state().sessions):
        again = staff.retry(state().sessions, found.id, actor_id=current_user.id)
        state().queue.grade(again.id, kind=again.kind)
    return _back()


@bp.post("/staff/checks/<int(max=2147483647):draft_id>/retry")
def retry_check(draft_id: int) -> Response:
    failed.retry(state().sessions, draft_id, actor_id=current_user.id)
    state().queue.check(draft_id)
    return _back()


@bp.post("/staff/workers/drain")
def drain() -> Response:
    """Let the worker named in the form take nothing more; `/staff/workers/resume`: let it take again."""
    return _set_draining(True)


@bp.post("/staff/workers/resume")
def resume() -> Response:
    return _set_draining(False)


@bp.post("/staff/letters/send")
def send_letters() -> Response:
    state().queue.send_dead_letters_again()
    return _back()


def _set_draining(draining: bool) -> Response:
    owner = request.form.get("worker", "")
    workers.set_draining(state().sessions, owner, draining, actor_id=current_user.id)
    return _back()


def _seen() -> dict[str, object]:
    site = state()
    return {
        "overview": overview.overview(site.sessions),
        "workers": workers.listed(site.sessions),
        "waiting": staff.waiting(site.sessions),
        "failures": staff.failures(site.sessions),
        "checks": failed.failed(site.sessions),
        "letters": site.queue.dead_letters(),
    }


def _back() -> Response:
    return make_response(redirect(url_for("staff.index"), 303))
