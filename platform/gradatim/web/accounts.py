"""Accounts, by Flask-Security. Its users are our rows with what it asks of them added; how it is set is here alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Flask, abort, current_app, g, has_request_context, request, session
from flask_login import COOKIE_NAME as REMEMBERED
from flask_security import (
    RoleMixin,
    Security,
    SQLAlchemySessionUserDatastore,
    UserMixin,
    current_user,
    hash_password,
    login_user,
)
from flask_security.signals import reset_password_instructions_sent, user_registered

from gradatim.db import Sessions, utc_now
from gradatim.models import STAFF, Role, RoleName, SignIn, User
from gradatim.services import passwords, sign_ins
from gradatim.services.accounts import EMAIL_RULES, new_token, role_named
from gradatim.settings import Settings
from gradatim.web import second_factor, wording
from gradatim.web.mail import SiteMail
from gradatim.web.sign_ins import init_sign_ins

FRESH = timedelta(minutes=30)  # after that a password is asked for again before the second factor is changed
UNUSED = ("two_factor_rescue", "tf_select")  # doors of the library's to what this site does not have


class SignInRole(Role, RoleMixin):  # type: ignore[misc]  # theirs are annotations without columns
    """The same table as Role, with Flask-Security's methods."""


class SignInUser(User, UserMixin):  # type: ignore[misc]
    """The same table as User, with Flask-Security's methods."""

    tf_phone_number = None  # asked for, and never had

    def has_role(self, role: str | RoleMixin) -> bool:
        """Whoever may do everything may do what instructors may."""
        names = {held.name for held in self.roles}
        wanted = role if isinstance(role, str) else role.name
        return wanted in names or (wanted == RoleName.INSTRUCTOR and RoleName.ADMIN in names)

    @property
    def is_staff(self) -> bool:
        return bool({held.name for held in self.roles} & STAFF)

    @property
    def is_admin(self) -> bool:
        return self.has_role(RoleName.ADMIN)


def init_accounts(app: Flask, sessions: Sessions, settings: Settings, *, sends_mail: bool) -> None:
    app.config.update(_options(settings, sends_mail=sends_mail))
    # One session for each application context: what Flask itself calls a request's resources.
    store = sessions.scoped(writes=_writing, scope=lambda: id(g._get_current_object()))
    users = SQLAlchemySessionUserDatastore(store, SignInUser, SignInRole)
    security = Security(app, users, mail_util_cls=SiteMail, totp_cls=second_factor.EachCodeOnce)
    security.context_processor(lambda: {"sends_mail": sends_mail})
    security.mail_context_processor(lambda: {"site": settings.address})
    app.login_manager.request_loader(lambda request: None)  # type: ignore[attr-defined]  # cookies only, no tokens
    init_sign_ins(app, sessions, store, SignInUser)
    for name in UNUSED:
        app.view_functions[f"security.{name}"] = lambda: abort(404)
    _follow_signals(app, users, sends_mail=sends_mail)
    app.teardown_appcontext(lambda error: store.remove())
    app.extensions["gradatim-sign-in"] = store


def let_go_of_database(app: Flask) -> None:
    """Give back the connection that loaded the user, before a response that lasts long."""
    app.extensions["gradatim-sign-in"].remove()


def end_other_sessions() -> None:
    """Sign the current user out everywhere but in this browser."""
    users = current_app.extensions["security"].datastore
    user, proven_at = current_user._get_current_object(), session.get("fs_paa")
    users.set_uniquifier(user, new_token())
    login_user(user, remember=REMEMBERED in request.cookies)
    session["fs_paa"] = proven_at  # nobody has typed a password just now
    users.commit()


def own_sessions() -> list[SignIn]:
    """Where the current user is signed in, the one seen last first."""
    return sign_ins.listed(current_app.extensions["gradatim-sign-in"](), current_user)


def end_session(sign_in_id: int) -> None:
    """Sign the current user out in one browser. Raises NoSuchSignIn."""
    store = current_app.extensions["gradatim-sign-in"]
    sign_ins.end(store(), sign_in_id, user_id=current_user.id)
    store.commit()


def _options(settings: Settings, *, sends_mail: bool) -> dict[str, Any]:
    return {
        "SECURITY_PASSWORD_HASH": "argon2",
        "SECURITY_PASSWORD_SCHEMES": ["argon2"],
        "SECURITY_PASSWORD_SINGLE_HASH": ["argon2"],  # argon2id with a salt of its own needs no HMAC before it
        "SECURITY_PASSWORD_HASH_PASSLIB_OPTIONS": {f"argon2__{name}": n for name, n in passwords.COST.items()},
        "SECURITY_PASSWORD_LENGTH_MIN": passwords.MIN_CHARS,
        "SECURITY_PASSWORD_NORMALIZE_FORM": passwords.FORM,
        "SECURITY_HASHING_SCHEMES": ["hex_sha256"],  # of what is in signed links, where a slow one would tell tales
        "SECURITY_EMAIL_VALIDATOR_ARGS": EMAIL_RULES,
        "SECURITY_RETURN_GENERIC_RESPONSES": True,  # the same answer for known and unknown addresses
        "SECURITY_DATETIME_FACTORY": utc_now,
        "SECURITY_REGISTERABLE": True,
        "SECURITY_CONFIRMABLE": True,  # also without mail: nobody is signed in by signing up, or known from unknown
        "SECURITY_RECOVERABLE": True,
        "SECURITY_CHANGEABLE": True,
        "SECURITY_POST_REGISTER_VIEW": "/login",
        "SECURITY_POST_CHANGE_VIEW": "/account",
        "SECURITY_SEND_REGISTER_EMAIL": sends_mail,
        "SECURITY_EMAIL_HTML": False,
        "SECURITY_FRESHNESS": FRESH,
        "SECURITY_FRESHNESS_GRACE_PERIOD": timedelta(minutes=5),
        "SECURITY_LOGOUT_CSRF": True,
        "SECURITY_ANONYMOUS_USER_DISABLED": False,
        "SECURITY_CSRF_COOKIE_NAME": None,
        "SECURITY_STATIC_FOLDER": None,  # its pages are ours
        "REMEMBER_COOKIE_DURATION": timedelta(days=30),
        **second_factor.options(settings.secret()),
        **wording.messages(sends_mail=sends_mail),
    }


def _follow_signals(app: Flask, users: SQLAlchemySessionUserDatastore, *, sends_mail: bool) -> None:
    @user_registered.connect_via(app)
    def begin(sender: Flask, user: SignInUser, **more: object) -> None:
        user.roles = [role_named(users.db.session(), RoleName.STUDENT)]
        if not sends_mail:
            user.confirmed_at = utc_now()  # there is no way to ask

    @reset_password_instructions_sent.connect_via(app)
    def take_as_long(sender: Flask, **more: object) -> None:
        hash_password("not-a-password")  # which the library does where there is no such account


def _writing() -> bool:
    """Forms of accounts write, and so does a link that confirms an address; whatever else loads a user only reads."""
    if not has_request_context():
        return False
    if request.method == "POST":
        return request.blueprint in ("security", "account")
    return request.endpoint == "security.confirm_email"
