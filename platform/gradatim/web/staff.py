"""What instructors see of the site itself."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_security import current_user

from gradatim.services import staff
from gradatim.web.state import state

bp = Blueprint("staff", __name__)


def only_staff() -> ResponseReturnValue | None:
    if not current_user.is_authenticated:
        return redirect(url_for("security.login", next=request.path))
    if not current_user.is_staff:
        abort(404)  # as for everything that is not one's own
    return None


bp.before_request(only_staff)


@bp.get("/staff")
def index() -> str:
    status = state().grader_status
    return render_template(
        "staff/index.html",
        waiting=staff.waiting(state().sessions),
        failures=staff.failures(state().sessions),
        grader=None if status is None else status(),
    )
