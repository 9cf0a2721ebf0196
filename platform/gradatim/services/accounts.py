"""Users: guests made when they first need to be somebody, and accounts with a password and roles."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gradatim.db import Sessions, utc_now
from gradatim.errors import NotFound, Refused, UserExists, WeakPassword
from gradatim.models import STAFF, Role, RoleName, User
from gradatim.services import audit, passwords

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


class NoSuchUser(NotFound):
    public = "There is no such account."


def user_id_of(sessions: Sessions, email: str) -> int:
    """Raises BadEmail, NoSuchUser."""
    address = normal_email(email)
    with sessions.read() as session:
        found = session.scalar(select(User.id).where(User.email == address))
    if found is None:
        raise NoSuchUser(f"there is no account {address}")
    return found


def guest(sessions: Sessions) -> User:
    """A new guest, known only by the token that its browser keeps."""
    with sessions.begin() as session:
        made = User(is_guest=True, fs_uniquifier=new_token())
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
    if len(password) < passwords.MIN_CHARS:
        raise WeakPassword(f"a password needs at least {passwords.MIN_CHARS} characters")
    made = User(email=address, password=passwords.hashed(password), fs_uniquifier=new_token(), confirmed_at=utc_now())
    try:
        with sessions.begin() as session:
            made.roles = [role_named(session, role)]
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
    """The one way in which an address is written here. Raises BadEmail."""
    try:
        return validate_email(email, **EMAIL_RULES).normalized.lower()  # type: ignore[arg-type]
    except EmailNotValidError as error:
        raise BadEmail(str(error)) from None


def _names(roles: Iterable[RoleName]) -> list[str]:
    return [role.value for role in roles]


def role_named(session: Session, name: RoleName) -> Role:
    found = session.scalar(select(Role).where(Role.name == name.value))
    if found is None:
        found = Role(name=name.value)
        session.add(found)
    return found


def new_token() -> str:
    """What names a user in cookies. With another one all their sessions have ended."""
    return secrets.token_hex(32)
