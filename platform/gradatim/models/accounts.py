"""Users and their roles. Knows nothing of how somebody signs in; see gradatim.web.accounts."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, CheckConstraint, Column, ForeignKey, Index, String, Table
from sqlalchemy.ext.mutable import MutableList
from sqlalchemy.orm import Mapped, mapped_column, relationship

from gradatim.db import utc_now
from gradatim.models.base import Base


class RoleName(StrEnum):
    STUDENT = "student"
    INSTRUCTOR = "instructor"
    ADMIN = "admin"


STAFF = {RoleName.INSTRUCTOR, RoleName.ADMIN}

roles_users = Table(
    "roles_users",
    Base.metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("role_id", ForeignKey("roles.id", ondelete="CASCADE"), primary_key=True),
)


class Role(Base):
    __tablename__ = "roles"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    description: Mapped[str] = mapped_column(String(200), default="")

    def get_permissions(self) -> set[str]:
        """None: what a role may do follows from its name. The library that signs people in asks every role."""
        return set()


class User(Base):
    """Somebody with an account, or a guest: a browser that once pressed Run or Submit."""

    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint("is_guest = (email IS NULL)", name="guest_has_no_email"),
        CheckConstraint("NOT is_guest OR password IS NULL", name="guest_has_no_password"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str | None] = mapped_column(String(254), unique=True)
    password: Mapped[str | None] = mapped_column(String(255))  # an argon2id hash
    active: Mapped[bool] = mapped_column(default=True)
    is_guest: Mapped[bool] = mapped_column(default=False)
    fs_uniquifier: Mapped[str] = mapped_column(String(64), unique=True)  # a new one ends all sessions
    confirmed_at: Mapped[datetime | None]  # when its address was proven by mail, or by whoever made the account
    tf_primary_method: Mapped[str | None] = mapped_column(String(20))  # the second factor: an authenticator, or none
    tf_totp_secret: Mapped[str | None] = mapped_column(String(500))  # sealed with a key made from the site's secret
    tf_counter: Mapped[int | None]  # of the last code that was used: no code works twice
    mf_recovery_codes: Mapped[list[str] | None] = mapped_column(MutableList.as_mutable(JSON(none_as_null=True)))
    created_at: Mapped[datetime] = mapped_column(default=utc_now)

    roles: Mapped[list[Role]] = relationship(secondary=roles_users, lazy="selectin")


class SignIn(Base):
    """A browser in which somebody is signed in. Its cookies hold the token; without the row they are worth nothing."""

    __tablename__ = "sign_ins"
    __table_args__ = (Index(None, "user_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    token: Mapped[str] = mapped_column(String(64), unique=True)
    uniquifier: Mapped[str] = mapped_column(String(64))  # its user's at that time: all end where that is another now
    browser: Mapped[str] = mapped_column(String(60))  # as its owner calls it
    began_at: Mapped[datetime] = mapped_column(default=utc_now)
    seen_at: Mapped[datetime] = mapped_column(default=utc_now)
