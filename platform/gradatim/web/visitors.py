"""Who asks: somebody signed in, or a guest whose browser keeps a signed token.

Guests are made when first needed, and end when their browser signs in.
"""

from __future__ import annotations

from flask import Response, after_this_request, current_app, flash, g, request
from flask_security import current_user
from itsdangerous import BadSignature, URLSafeSerializer

from gradatim.services import accounts, moving
from gradatim.services.accounts import Viewer
from gradatim.web.state import state

COOKIE = "gradatim_guest"
KEPT_SECONDS = 365 * 24 * 3600


def viewer() -> Viewer:
    """The user who asks, a guest included, or a viewer without id: somebody who never sent anything."""
    if current_user.is_authenticated:
        _move_in()
        return Viewer(current_user.id, current_user.is_staff)
    if "guest_id" not in g:
        token = _token()
        g.guest_id = None if token is None else accounts.guest_id_of(state().sessions, token)
    return Viewer(g.guest_id)


def _move_in() -> None:
    """What this browser did as a guest becomes the work of whoever has signed in.

    Only with the page that is read next: a form of an account may be writing to the database at this moment.
    """
    if COOKIE not in request.cookies or request.method != "GET" or "moved" in g:
        return
    g.moved, token = True, _token()
    if token is not None and moving.move_in(state().sessions, token=token, user_id=current_user.id):
        flash("What you did here without an account is now in your account.")

    @after_this_request
    def forget(response: Response) -> Response:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax")
        return response


def user_id_or_new_guest() -> int:
    """The id of who asks; makes a guest, and its cookie, of somebody new."""
    known = viewer().user_id
    if known is not None:
        return known
    made = accounts.guest(state().sessions)
    g.guest_id = made.id
    signed = _serializer().dumps(made.fs_uniquifier)

    @after_this_request
    def keep(response: Response) -> Response:
        secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        response.set_cookie(COOKIE, signed, max_age=KEPT_SECONDS, secure=secure, httponly=True, samesite="Lax")
        return response

    return made.id


def _token() -> str | None:
    signed = request.cookies.get(COOKIE)
    if signed is None:
        return None
    try:
        token = _serializer().loads(signed)
    except BadSignature:
        return None
    return token if isinstance(token, str) else None


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.config["SECRET_KEY"]), salt="guest")
