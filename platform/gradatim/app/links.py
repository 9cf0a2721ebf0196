"""Links that the command line hands out: they are the web's, signed with the same key."""

from __future__ import annotations

from flask import url_for
from flask_security.recoverable import generate_reset_password_token

from gradatim.app import create_app
from gradatim.services.accounts import NoSuchUser, normal_email
from gradatim.settings import Settings


def reset_link(settings: Settings, email: str) -> str:
    """A link with which whoever has this address sets a new password: once, for one day.

    Raises:
        BadEmail: this is no address.
        NoSuchUser: there is no account with it.
    """
    app = create_app(settings)
    with app.test_request_context():
        user = app.extensions["security"].datastore.find_user(email=normal_email(email))
        if user is None:
            raise NoSuchUser(f"there is no account {email}")
        token = generate_reset_password_token(user)  # type: ignore[no-untyped-call]
        return settings.address + url_for("security.reset_password", token=token)
