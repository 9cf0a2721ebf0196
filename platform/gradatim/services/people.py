"""The accounts of a site, as an admin sees them: who there is, what they may do, and whether they may at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.errors import Refused
from gradatim.models import Role, RoleName, User
from gradatim.services import audit
from gradatim.services.accounts import NoSuchUser, new_token, role_named
from gradatim.services.paging import Page, page_of


class OwnAccount(Refused):
    code = "own_account"
    public = "This is your own account. Another admin can change it: so a site never loses its last one by mistake."


@dataclass(frozen=True)
class Person:
    id: int
    email: str
    role: RoleName
    active: bool
    second_factor: bool
    created_at: datetime


@dataclass(frozen=True)
class WantedPeople:
    """Words of an address, and one role or none for all."""

    words: str = ""
    role: str = ""


def listed(sessions: Sessions, wanted: WantedPeople, *, number: int = 1) -> Page[Person]:
    """Accounts by address; guests have none and are not among them."""
    query = select(User).where(~User.is_guest).order_by(User.email)
    if wanted.words:
        query = query.where(User.email.contains(wanted.words.lower(), autoescape=True))
    if wanted.role:
        query = query.where(User.roles.any(Role.name == wanted.role))
    with sessions.read() as session:
        return page_of(session, query, number=number, shown=lambda row: _shown(row[0]))


def change_role(sessions: Sessions, user_id: int, *, role: RoleName, actor_id: int | None) -> None:
    """Make this the one role of an account. `actor_id` is None for the command line.

    Raises:
        NoSuchUser: there is no such account.
        OwnAccount: it is the actor's.
    """
    with sessions.begin() as session:
        user = _locked(session, user_id, actor_id)
        before = _shown(user).role
        if before != role:
            user.roles = [role_named(session, role)]
            change = {"before": before.value, "after": role.value}
            audit.record(session, "user.role", subject=f"user {user.id}", actor_id=actor_id, **change)


def set_active(sessions: Sessions, user_id: int, *, active: bool, actor_id: int | None) -> None:
    """Let somebody sign in, or no longer: then their sessions end at once and everything they made stays.

    Raises:
        NoSuchUser: there is no such account.
        OwnAccount: it is the actor's.
    """
    with sessions.begin() as session:
        user = _locked(session, user_id, actor_id)
        if user.active != active:
            user.active = active
            user.fs_uniquifier = new_token()
            action = "user.activate" if active else "user.deactivate"
            audit.record(session, action, subject=f"user {user.id}", actor_id=actor_id)


def drop_second_factor(sessions: Sessions, user_id: int) -> None:
    """For somebody who has lost their device and their recovery codes. Raises NoSuchUser."""
    with sessions.begin() as session:
        user = _locked(session, user_id, None)
        user.tf_primary_method = user.tf_totp_secret = user.mf_recovery_codes = None
        audit.record(session, "user.second_factor_dropped", subject=f"user {user.id}")


def _locked(session: Session, user_id: int, actor_id: int | None) -> User:
    user = session.scalar(select(User).where(User.id == user_id, ~User.is_guest).with_for_update())
    if user is None:
        raise NoSuchUser(f"there is no account {user_id}")
    if user_id == actor_id:
        raise OwnAccount(f"user {user_id}")
    return user


def _shown(user: User) -> Person:
    names = {role.name for role in user.roles}
    role = next((role for role in (RoleName.ADMIN, RoleName.INSTRUCTOR) if role in names), RoleName.STUDENT)
    factor = user.tf_primary_method is not None
    return Person(user.id, user.email or "", role, user.active, factor, user.created_at)
