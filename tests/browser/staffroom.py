"""What staff finds on its pages: put into a site through the services, so that nothing is graded or proven for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec

from gradatim import db
from gradatim.db import Sessions
from gradatim.models import RoleName, User
from gradatim.services import accounts, grading, publishing, rendering, submissions
from gradatim.services.authoring import checks, claims, drafts
from gradatim.services.regrades import beginning
from gradatim.services.regrades.beginning import Chosen
from gradatim_grader import problem
from gradatim_grader.check import check
from gradatim_runner.report import Report, Verdict
from proof import ROOT
from proof.site import Site
from tests.browser.author import FACTS, SOLUTION, TESTS
from tests.services.fakes import MemoryGrader, report_of

HEAD, LEARNER, PASSWORD = "head@example.org", "learner@example.org", "a long enough password"
SLUG = "rotary-embedding"  # of which nobody else here has anything graded
FINGERPRINT = "f" * 32
WRONG = b"def rotary_embedding(vectors, start=0):\n    return vectors\n"
STATEMENT = "Write `triple(x)`, which returns $3x$.\n\n- Whole numbers stay whole.\n- Zero stays zero.\n"
THEORY = "## Three times\n\nThree times $x$ is $x + x + x$.\n\n```aside\nOr $2x + x$.\n```\n"
FILES = {
    "problem.toml": FACTS,
    "statement.md": STATEMENT,
    "theory.md": THEORY,
    "starter.py": "def triple(x):\n    pass\n",
    "solution.py": SOLUTION,
    "tests/test_sample.py": TESTS,
    "tests/test_hidden.py": TESTS,
}


@dataclass(frozen=True)
class Staffroom:
    """Numbers of what there is. `proven`: a draft with a check that found no fault; `faulty`: one with some."""

    proven: int
    faulty: int
    regrade: int


@cache
def staffroom(site: Site) -> Staffroom:
    """Of this site, whose one admin is HEAD; LEARNER has a second factor. Made once."""
    sessions = db.connect(site.environment["GRADATIM_DATABASE_URL"])
    try:
        return _made(sessions)
    finally:
        sessions.close()


def _made(sessions: Sessions) -> Staffroom:
    head = _account(sessions, HEAD, RoleName.ADMIN)
    learner = _account(sessions, LEARNER, RoleName.STUDENT)
    with sessions.begin() as session:
        user = session.get_one(User, learner)
        user.tf_primary_method, user.tf_totp_secret = "authenticator", "read by nobody here"
    failed = report_of(problem.from_folder(ROOT / "problems" / SLUG), verdict=Verdict.FAILED)
    unnamed = msgspec.structs.replace(failed, pitfalls=[], fingerprint=FINGERPRINT)
    ids = [_graded(sessions, learner, report) for report in (unnamed, unnamed, failed)]
    _graded(sessions, learner, msgspec.structs.replace(failed, verdict=Verdict.SYSTEM_ERROR))
    begun = beginning.begin(sessions, SLUG, Chosen(ids=ids), actor_id=head)
    for copy, report in zip(begun.send, (unnamed, failed, failed), strict=True):
        _finish(sessions, copy, report)
    return Staffroom(
        proven=_draft(sessions, head, "triple-by-hand", FILES),
        faulty=_draft(sessions, head, "triple-too-little", FILES | {"starter.py": SOLUTION}),
        regrade=begun.regrade_id,
    )


def _account(sessions: Sessions, email: str, role: RoleName) -> int:
    return accounts.create_user(sessions, email=email, role=role, password=PASSWORD)[0].id


def _graded(sessions: Sessions, user_id: int, report: Report) -> int:
    sent = submissions.submit(sessions, user_id=user_id, slug=SLUG, source=WRONG)
    _finish(sessions, sent.id, report)
    return sent.id


def _finish(sessions: Sessions, submission_id: int, report: Report) -> None:
    claim = grading.claim(sessions, submission_id, owner="staffroom", lease_seconds=60)
    assert claim is not None
    assert grading.finish(sessions, claim, report=report)


def _draft(sessions: Sessions, owner_id: int, slug: str, files: dict[str, str]) -> int:
    """Checked by a grader that knows only what is the solution and what is not."""
    made = problem.from_files(slug, {path: text.encode() for path, text in files.items()})
    grader = MemoryGrader()
    report = check(made, grader, render=rendering.render)
    prepared = publishing.prepare(made, grader) if report.proven else None
    draft_id = drafts.create(sessions, slug, made.files, owner_id=owner_id)
    checks.request(sessions, draft_id, user_id=owner_id)
    claim = claims.claim(sessions, draft_id, owner="staffroom", lease_seconds=60)
    assert claim is not None
    assert claims.finish(sessions, claim, report, prepared)
    return draft_id
