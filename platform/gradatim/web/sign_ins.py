"""Cookies name a sign-in, not a user: so one browser can be signed out without the others.

Whatever writes here does so in the transaction of the form that asks for it; only that a browser was seen has its own.
"""

from __future__ import annotations

from flask import Flask, Response, after_this_request, g, request, session
from flask_login import user_logged_in, user_logged_out
from flask_security.utils import set_request_attr

from gradatim.db import Scoped, Sessions
from gradatim.models import User
from gradatim.services import sign_ins
from gradatim.services.accounts import new_token

COOKIE_FIELD = "_user_id"  # Flask-Login's: what it keeps in its cookies, and gives back to be looked up


def init_sign_ins(app: Flask, sessions: Sessions, store: Scoped, users: type[User]) -> None:
    """`store`: the sessions of Flask-Security; `users`: its kind of user."""

    def user_of(token: str) -> User | None:
        found = sign_ins.found(store(), token, users=users)
        if found is None:
            return None
        user, g.sign_in = found
        set_request_attr("fs_authn_via", "session")
        set_request_attr("fs_paa", session.get("fs_paa", 0))
        if request.method == "GET":  # a form may be writing at this moment
            sign_ins.seen(sessions, g.sign_in)
        return user

    def begin(sender: Flask, user: User, **more: object) -> None:
        browser = sign_ins.browser_named(request.user_agent.string)
        g.sign_in = sign_ins.began(store(), user, token=new_token(), browser=browser)
        session[COOKIE_FIELD] = g.sign_in.token
        after_this_request(commit)

    def end(sender: Flask, **more: object) -> None:
        made = g.pop("sign_in", None)
        if made is not None:
            store.delete(made)
            after_this_request(commit)

    def commit(response: Response) -> Response:
        store.commit()
        return response

    app.login_manager.user_loader(user_of)  # type: ignore[attr-defined]
    user_logged_in.connect(begin, app, weak=False)
    user_logged_out.connect(end, app, weak=False)
