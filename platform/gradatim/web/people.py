"""The accounts of the site, for admins."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_security import current_user

from gradatim.models import RoleName
from gradatim.services import people
from gradatim.services.people import WantedPeople
from gradatim.web.guards import only_admins
from gradatim.web.state import state

bp = Blueprint("people", __name__)
bp.before_request(only_admins)


@bp.get("/staff/users")
def index() -> str:
    wanted = WantedPeople(request.args.get("q", "").strip(), request.args.get("role", ""))
    found = people.listed(state().sessions, wanted, number=request.args.get("page", 1, type=int))
    return render_template("staff/people.html", people=found, wanted=wanted, roles=list(RoleName))


@bp.post("/staff/users/<int(max=2147483647):user_id>/role")
def change_role(user_id: int) -> ResponseReturnValue:
    role = request.form.get("role", "")
    if role not in list(RoleName):
        abort(422)
    people.change_role(state().sessions, user_id, role=RoleName(role), actor_id=current_user.id)
    flash("The role is changed.")
    return _back()


@bp.post("/staff/users/<int(max=2147483647):user_id>/active")
def set_active(user_id: int) -> ResponseReturnValue:
    active = request.form.get("active") == "yes"
    people.set_active(state().sessions, user_id, active=active, actor_id=current_user.id)
    flash("They can sign in again." if active else "They can no longer sign in, and were signed out everywhere.")
    return _back()


def _back() -> ResponseReturnValue:
    """To the page of the list that the form was on."""
    kept = {name: request.form[name] for name in ("q", "role_wanted", "page") if request.form.get(name)}
    if "role_wanted" in kept:
        kept["role"] = kept.pop("role_wanted")
    return redirect(url_for("people.index", **kept), 303)  # type: ignore[arg-type]
