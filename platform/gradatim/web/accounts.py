"""Signing in, by Flask-Security. Its users are our rows with what it asks of them added."""

from __future__ import annotations

from flask import Flask, g, has_request_context, request
from flask_security import RoleMixin, Security, SQLAlchemySessionUserDatastore, UserMixin

from gradatim.db import Sessions
from gradatim.models import STAFF, Role, RoleName, User
from gradatim.services.accounts import EMAIL_RULES, MIN_PASSWORD


class SignInRole(Role, RoleMixin):  # type: ignore[misc]  # theirs are annotations without columns
    """The same table as Role, with Flask-Security's methods."""


class SignInUser(User, UserMixin):  # type: ignore[misc]
    """The same table as User, with Flask-Security's methods."""

    def has_role(self, role: str | RoleMixin) -> bool:
        """Whoever may do everything may do what instructors may."""
        names = {held.name for held in self.roles}
        wanted = role if isinstance(role, str) else role.name
        return wanted in names or (wanted == RoleName.INSTRUCTOR and RoleName.ADMIN in names)

    @property
    def is_staff(self) -> bool:
        return bool({held.name for held in self.roles} & STAFF)


def init_accounts(app: Flask, sessions: Sessions) -> None:
    app.config.update(
        SECURITY_PASSWORD_HASH="argon2",  # noqa: S106 - the name of a scheme
        SECURITY_PASSWORD_SCHEMES=["argon2"],
        SECURITY_PASSWORD_SINGLE_HASH=["argon2"],  # argon2id with a salt of its own needs no HMAC before it
        SECURITY_PASSWORD_LENGTH_MIN=MIN_PASSWORD,
        SECURITY_EMAIL_VALIDATOR_ARGS=EMAIL_RULES,
        SECURITY_RETURN_GENERIC_RESPONSES=True,  # the same answer for known and unknown addresses
        SECURITY_LOGOUT_CSRF=True,
        SECURITY_ANONYMOUS_USER_DISABLED=False,
        SECURITY_FLASH_MESSAGES=False,
        SECURITY_CSRF_COOKIE_NAME=None,
    )
    # One session for each application context: what Flask itself calls a request's resources.
    store = sessions.scoped(writes=_signing_in, scope=lambda: id(g._get_current_object()))
    Security(app, SQLAlchemySessionUserDatastore(store, SignInUser, SignInRole))
    app.teardown_appcontext(lambda error: store.remove())
    app.extensions["gradatim-sign-in"] = store


def let_go_of_database(app: Flask) -> None:
    """Give back the connection that loaded the user, before a response that lasts long."""
    app.extensions["gradatim-sign-in"].remove()


def _signing_in() -> bool:
    """Signing in may renew a hash; whatever else loads a user only reads."""
    return has_request_context() and request.method == "POST" and request.blueprint == "security"
