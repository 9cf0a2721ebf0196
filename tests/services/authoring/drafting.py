"""Instructors, and drafts of a small problem that passes its check in memory."""

from __future__ import annotations

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts
from gradatim.services.authoring import drafts
from tests.services import making

FILES = making.problem().files


def member(sessions: Sessions, name: str = "ann", role: RoleName = RoleName.INSTRUCTOR) -> int:
    made, _ = accounts.create_user(sessions, email=f"{name}@example.org", role=role, password="correct horse battery")
    return made.id


def draft(sessions: Sessions, *, owner_id: int, slug: str = "doubling") -> int:
    return drafts.create(sessions, slug, FILES, owner_id=owner_id)
