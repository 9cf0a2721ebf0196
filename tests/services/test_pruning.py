"""Pruning: what is old and nobody's goes, what was submitted stays."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select, update

from gradatim.db import Sessions, utc_now
from gradatim.models import Kind, RoleName, Submission, User
from gradatim.services import accounts, drafts, grading, pruning
from gradatim.services.pruning import Old
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import report_of


def graded(sessions: Sessions, problem: Problem, kind: Kind) -> Submission:
    made = making.submitted(sessions, kind=kind)
    claim = grading.claim(sessions, made.id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    return made


def a_year_passes(sessions: Sessions) -> None:
    past = utc_now() - timedelta(days=365)
    with sessions.begin() as session:
        session.execute(update(Submission).values(created_at=past))
        session.execute(update(User).values(created_at=past))


def test_old_trials_and_guests_without_anything_go_and_nothing_else(sessions: Sessions, problem: Problem) -> None:
    ann, _ = accounts.create_user(sessions, email="ann@example.org", role=RoleName.STUDENT)
    submission, run = graded(sessions, problem, Kind.SUBMIT), graded(sessions, problem, Kind.RUN)
    queued = making.submitted(sessions, kind=Kind.RUN)
    writer, idle = making.guest(sessions), making.guest(sessions)
    drafts.save(sessions, user_id=writer, slug="doubling", source=b"x = 1", revision=0)
    a_year_passes(sessions)
    young = graded(sessions, problem, Kind.RUN)
    newcomer = making.guest(sessions)

    assert pruning.old(sessions, guest_days=90, trial_days=30) == Old(guests=1, trials=1)
    with sessions.read() as session:
        assert len(session.scalars(select(Submission.id)).all()) == 4  # looking removes nothing
    # The guest of the old run has nothing left once that is gone.
    assert pruning.prune(sessions, guest_days=90, trial_days=30) == Old(guests=2, trials=1)
    with sessions.read() as session:
        assert set(session.scalars(select(Submission.id))) == {submission.id, queued.id, young.id}
        left = set(session.scalars(select(User.id)))
    assert left == {ann.id, submission.user_id, queued.user_id, young.user_id, writer, newcomer}
    assert not {run.user_id, idle} & left
    assert pruning.prune(sessions, guest_days=90, trial_days=30) == Old(guests=0, trials=0)


def test_more_than_one_batch_goes(sessions: Sessions, problem: Problem) -> None:
    with sessions.begin() as session:
        session.add_all(User(is_guest=True, fs_uniquifier=str(number)) for number in range(pruning.AT_ONCE + 5))
    a_year_passes(sessions)
    assert pruning.prune(sessions, guest_days=90, trial_days=30).guests == pruning.AT_ONCE + 5
