"""Small problems and submissions for the tests."""

from __future__ import annotations

from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.models import Kind, Role, RoleName, Submission, User
from gradatim.services import accounts, publishing, submissions
from gradatim_grader.problem import Problem, from_files
from tests.services.fakes import MemoryGrader

FACTS = """
title = "Doubling"
summary = "Double a number."
difficulty = "easy"
entry = "double"
tags = ["numbers"]
hints = ["What is *twice*?"]

[[example]]
args = [1]
explain = "Twice one."
"""


def problem(slug: str = "doubling", *, statement: str = "Double $x$.", title: str = "Doubling") -> Problem:
    files = {
        "problem.toml": FACTS.replace('"Doubling"', f'"{title}"'),
        "statement.md": statement,
        "starter.py": "def double(x):\n    pass\n",
        "solution.py": "def double(x):\n    return 2 * x\n",
        "tests/test_sample.py": "def test_double():\n    pass\n",
        "tests/test_hidden.py": "def test_all():\n    secret = 'canary'\n",
    }
    return from_files(slug, {name: text.encode() for name, text in files.items()})


def published(sessions: Sessions, slug: str = "doubling", *, statement: str = "Double $x$.") -> Problem:
    made = problem(slug, statement=statement)
    publishing.publish(sessions, made, sandbox=MemoryGrader())
    return made


def guest(sessions: Sessions) -> int:
    return accounts.guest(sessions).id


def instructor(sessions: Sessions, email: str = "teacher@example.org") -> int:
    """The number of an account that may do what instructors may; it has no password."""
    with sessions.begin() as session:
        found = session.scalar(select(User.id).where(User.email == email))
        if found is not None:
            return found
        role = session.scalar(select(Role).where(Role.name == RoleName.INSTRUCTOR)) or Role(name=RoleName.INSTRUCTOR)
        made = User(email=email, fs_uniquifier=email, roles=[role])
        session.add(made)
        session.flush()
        return made.id


def submitted(
    sessions: Sessions, *, user_id: int | None = None, source: bytes = b"x = 1\n", kind: Kind = Kind.SUBMIT
) -> Submission:
    """A queued submission to `doubling`, of a new guest where no user is given."""
    owner = guest(sessions) if user_id is None else user_id
    return submissions.submit(sessions, user_id=owner, slug="doubling", source=source, kind=kind)
