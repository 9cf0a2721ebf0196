"""A small site with one of everything that routes are about, and a browser for each role.

Every question finds it as it was.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from sqlalchemy import select

from gradatim import db
from gradatim.app import create_app
from gradatim.db import Sessions
from gradatim.models import DraftCheck, Kind, Problem, RoleName, State, User, Visibility
from gradatim.services import accounts, presence, sign_ins, submissions
from gradatim.services.authoring import drafts
from gradatim.services.regrades import beginning
from gradatim.services.regrades.beginning import Chosen
from gradatim.settings import Settings
from gradatim.web.limits import limiter
from gradatim_grader.problem import Problem as Content
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import report_of
from tests.services.test_regrades import finish
from tests.web import lessons
from tests.web.route_table import ROLES, Row
from tests.web.visiting import PASSWORD, Visitor

KEPT = ("session", "gradatim_guest")
FINGERPRINT = "f" * 32


@dataclass
class World:
    app: Flask
    database: Path
    template: Path  # the database as every question finds it
    cookies: dict[str, dict[str, str]]
    tokens: dict[str, str]
    own: dict[str, dict[str, object]]  # what each role has itself, or what it asks for that has nothing
    names: dict[str, object]

    def ask(self, role: str, row: Row, *, token: bool = True) -> int:
        """The status of the answer."""
        self._as_it_was()
        client = self.app.test_client()
        for name, value in self.cookies[role].items():
            client.set_cookie(name, value)
        names = self.names | self.own[role]
        path = row.path.format(**names)
        form = {key: value.format(**names) for key, value in row.form.items()}
        if row.method == "POST" and token:
            form["csrf_token"] = self.tokens[role]
        with client.open(path, method=row.method, data=form if row.method == "POST" else None) as answer:
            return answer.status_code

    def _as_it_was(self) -> None:
        self.app.extensions["gradatim"].sessions.close()
        for ending in ("-wal", "-shm"):
            self.database.with_name(self.database.name + ending).unlink(missing_ok=True)
        shutil.copyfile(self.template, self.database)
        limiter.reset()


def world_in(folder: Path, migrated: Path) -> World:
    database, template = folder / "site.sqlite3", folder / "template.sqlite3"
    shutil.copyfile(migrated, database)
    settings = Settings(database_url=f"sqlite:///{database}", var=folder)
    sessions = db.connect(settings.database)
    app = create_app(settings, sessions=sessions)
    browsers = {role: Visitor(app.test_client()) for role in ROLES}
    content = lessons.published(sessions)
    names = _things(sessions, content)
    nothing = {"draft": names["their_draft"], "session": names["their_session"]}
    own: dict[str, dict[str, object]] = {role: dict(nothing) for role in ROLES}
    own["anonymous"]["own"] = names["foreign"]
    for role in ROLES[1:]:
        if role != "guest":
            user, _ = accounts.create_user(
                sessions, email=f"{role}@example.org", role=RoleName(role), password=PASSWORD
            )
            browsers[role].sign_in(f"{role}@example.org")
            own[role]["session"] = _session(sessions, user)
            own[role]["draft"] = _draft(sessions, user.id, f"by-{role}")
        own[role]["own"] = made = browsers[role].submit()
        finish(sessions, made, report_of(content, verdict=Verdict.PASSED))
    tokens = {role: browser.token() for role, browser in browsers.items()}
    sessions.close()
    shutil.copyfile(database, template)
    return World(app, database, template, {role: _kept(browsers[role]) for role in ROLES}, tokens, own, names)


def _kept(browser: Visitor) -> dict[str, str]:
    cookies = {name: browser.client.get_cookie(name) for name in KEPT}
    return {name: cookie.value for name, cookie in cookies.items() if cookie is not None}


def _things(sessions: Sessions, content: Content) -> dict[str, object]:
    """What the table's names in braces stand for; all of it belongs to somebody who is none of its roles."""
    owner = accounts.create_user(sessions, email="other@example.org", role=RoleName.STUDENT)[0]
    other = owner.id
    teacher = making.instructor(sessions)
    foreign = making.submitted(sessions, user_id=other).id
    failed = report_of(content, verdict=Verdict.FAILED)
    finish(sessions, foreign, msgspec.structs.replace(failed, pitfalls=[], fingerprint=FINGERPRINT))
    ours = making.submitted(sessions, user_id=other).id
    finish(sessions, ours, report_of(content, verdict=Verdict.SYSTEM_ERROR))
    presence.beat(sessions, owner="w", name="w")
    return {
        "their_draft": _draft(sessions, teacher, "by-teacher"),
        "failed_check": _failed_check(sessions, teacher),
        "failed": ours,
        "waiting": making.submitted(sessions, user_id=other, kind=Kind.RUN).id,
        "user": other,
        "their_session": _session(sessions, owner),
        "foreign": foreign,
        "digest": content.digest,
        "fingerprint": FINGERPRINT,
        "regrade": _regrade(sessions, "tripling", other, begun_by=teacher),
        "their_regrade": _secret_regrade(sessions, teacher),
    }


def _session(sessions: Sessions, user: User) -> int:
    """In another browser than the one that asks."""
    with sessions.begin() as session:
        made = sign_ins.began(session, user, token=f"of {user.id}", browser="Firefox on Linux")
        session.flush()
        return made.id


def _draft(sessions: Sessions, owner_id: int, slug: str) -> int:
    return drafts.create(sessions, slug, making.problem(slug).files, owner_id=owner_id)


def _failed_check(sessions: Sessions, owner_id: int) -> int:
    """The draft whose check ended in a fault of ours."""
    draft_id = _draft(sessions, owner_id, "unlucky")
    with sessions.begin() as session:
        check = DraftCheck(draft_id=draft_id, requested_by=owner_id, state=State.DONE, finished_at=db.utc_now())
        check.failure = "the checker died"
        session.add(check)
    return draft_id


def _secret_regrade(sessions: Sessions, owner_id: int) -> int:
    """Of the problem `secret`, that only its author is to see."""
    made = _regrade(sessions, "secret", owner_id, begun_by=owner_id)
    with sessions.begin() as session:
        problem = session.scalars(select(Problem).where(Problem.slug == "secret")).one()
        problem.visibility, problem.owner_id = Visibility.DRAFT, owner_id
    return made


def _regrade(sessions: Sessions, slug: str, user_id: int, *, begun_by: int) -> int:
    """Of a new problem, graded and not yet decided."""
    old = making.published(sessions, slug)
    sent: Any = submissions.submit(sessions, user_id=user_id, slug=slug, source=b"x = 1\n")
    finish(sessions, sent.id, report_of(old, verdict=Verdict.FAILED))
    new = making.published(sessions, slug, statement="Another $x$.")
    begun = beginning.begin(sessions, slug, Chosen(), actor_id=begun_by)
    finish(sessions, begun.send[0], report_of(new, verdict=Verdict.PASSED))
    return begun.regrade_id
