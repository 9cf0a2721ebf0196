"""One's own account."""

from __future__ import annotations

from flask import Blueprint, flash, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_security import current_user

from gradatim.web import accounts
from gradatim.web.guards import only_members

bp = Blueprint("account", __name__)
bp.before_request(only_members)


@bp.get("/account")
def show() -> str:
    return render_template(
        "account/show.html",
        user=current_user,
        codes_left=len(current_user.mf_recovery_codes or []),
        sessions=accounts.own_sessions(),
        here=g.sign_in.id,
    )


@bp.post("/account/sessions/<int(max=2147483647):sign_in_id>/end")
def end_session(sign_in_id: int) -> ResponseReturnValue:
    accounts.end_session(sign_in_id)
    flash("That session has ended.")
    return redirect(url_for("account.show"), 303)


@bp.post("/account/end-sessions")
def end_other_sessions() -> ResponseReturnValue:
    accounts.end_other_sessions()
    flash("You are signed in here alone now.")
    return redirect(url_for("account.show"), 303)
