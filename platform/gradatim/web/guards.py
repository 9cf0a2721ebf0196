"""Who may come in. To everyone else a staff page does not exist, as nothing does that is not one's own."""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_security import current_user


def only_members() -> ResponseReturnValue | None:
    """For `before_request`: everybody with an account."""
    if current_user.is_authenticated:
        return None
    return redirect(url_for("security.login", next=request.path if request.method == "GET" else None))


def only_staff() -> ResponseReturnValue | None:
    """For `before_request`: instructors and admins."""
    if current_user.is_authenticated and not current_user.is_staff:
        abort(404)
    return only_members()


def only_admins() -> ResponseReturnValue | None:
    """For `before_request`: admins."""
    if current_user.is_authenticated and not current_user.is_admin:
        abort(404)
    return only_members()
