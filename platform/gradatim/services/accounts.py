"""Users: guests made when they first need to be somebody, and accounts with a password and roles."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from argon2 import PasswordHasher
from email_validator import EmailNotValidError, validate_email
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.errors import Refused, UserExists, WeakPassword
from gradatim.models import STAFF, Role, RoleName, User
from gradatim.services import audit

MIN_PASSWORD = 10
FIRST_INSTRUCTOR = "instructor@gradatim.example"
# No look-up and no need for a dot: a site on one machine has no mail.
EMAIL_RULES = {"check_deliverability": False, "globally_deliverable": False}


class BadEmail(Refused):
    code = "bad_email"


@dataclass(frozen=True)
class Viewer:
    """Who asks: the one user whose work they may see, and whether they may see everyone's."""

    user_id: int | None = None
    is_staff: bool = False


def guest(sessions: Sessions) -> User:
    """A new guest, known only by the token that its browser keeps."""
    with sessions.begin() as session:
        made = User(is_guest=True, fs_uniquifier=_token())
        session.add(made)
    return made


def guest_id_of(sessions: Sessions, token: str) -> int | None:
    """The guest with this token. Never somebody with an account: a token is no password."""
    with sessions.read() as session:
        return session.scalar(select(User.id).where(User.fs_uniquifier == token, User.is_guest, User.active))


def create_user(sessions: Sessions, *, email: str, role: RoleName, password: str | None = None) -> tuple[User, str]:
    """Make an account; the second value is its password, a random one where none is given.

    Raises:
        BadEmail: this is no address.
        WeakPassword: the password is too short.
        UserExists: there is an account with this address.
    """
    address = normal_email(email)
    if password is None:
        password = secrets.token_urlsafe(12)
    if len(password) < MIN_PASSWORD:
        raise WeakPassword(f"a password needs at least {MIN_PASSWORD} characters")
    made = User(email=address, password=PasswordHasher().hash(password), fs_uniquifier=_token())
    try:
        with sessions.begin() as session:
            made.roles = [_role(session, role)]
            session.add(made)
            session.flush()
            audit.record(session, "user.create", subject=f"user {made.id}", role=role.value)
    except IntegrityError:
        raise UserExists(address) from None
    return made, password


def first_instructor(sessions: Sessions) -> str | None:
    """Make the instructor of a new site, `FIRST_INSTRUCTOR`: its password, or None where staff exist already."""
    with sessions.read() as session:
        if session.scalar(select(User.id).join(User.roles).where(Role.name.in_(_names(STAFF))).limit(1)):
            return None
    return create_user(sessions, email=FIRST_INSTRUCTOR, role=RoleName.INSTRUCTOR)[1]


def normal_email(email: str) -> str:
    try:
        return validate_email(email, **EMAIL_RULES).normalized.lower()  # type: ignore[arg-type]
    except EmailNotValidError as error:
        raise BadEmail(str(error)) from None


def _names(roles: Iterable[RoleName]) -> list[str]:
    return [role.value for role in roles]


def _role(session: Session, name: RoleName) -> Role:
    found = session.scalar(select(Role).where(Role.name == name.value))
    if found is None:
        found = Role(name=name.value)
        session.add(found)
    return found


def _token() -> str:
    return secrets.token_hex(32)
