"""Handing in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem, TooManyPending
from gradatim.models import Kind, RoleName, State, Submission
from gradatim.services import accounts, grading, history, submissions
from gradatim.services.accounts import Viewer
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import report_of


def test_a_submission_is_stored_queued_with_the_version_that_will_grade_it(
    sessions: Sessions, problem: Problem
) -> None:
    made = making.submitted(sessions, source=b"y = 2\n")
    found = history.submission_for(sessions, made.id, viewer=Viewer(made.user_id))
    assert (found.state, found.verdict, found.source) == (State.QUEUED, None, b"y = 2\n")
    assert (found.problem_slug, found.version.digest) == ("doubling", problem.digest)
    assert found.report() is None


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param(b"#" * 65537, "65,537 bytes", id="too large"),
        pytest.param("x = 'é'\n".encode("latin-1"), "UTF-8", id="not UTF-8"),
        pytest.param(b"x = 1\ny = \0\n", "NUL", id="with NUL"),
    ],
)
def test_a_rejected_source_is_kept_with_the_reason_and_is_done_at_once(
    sessions: Sessions, problem: Problem, source: bytes, reason: str
) -> None:
    made = making.submitted(sessions, source=source)
    found = history.submission_for(sessions, made.id, viewer=Viewer(made.user_id))
    assert (found.state, found.verdict, found.source) == (State.DONE, Verdict.REJECTED, source)
    assert reason in found.sentence


def test_an_unknown_problem_stores_nothing(sessions: Sessions) -> None:
    with pytest.raises(NoSuchProblem):
        submissions.submit(sessions, user_id=making.guest(sessions), slug="nothing", source=b"")
    assert _count(sessions) == 0


def test_a_second_submission_is_refused_while_the_first_is_being_graded(sessions: Sessions, problem: Problem) -> None:
    first = making.submitted(sessions)
    with pytest.raises(TooManyPending):
        making.submitted(sessions, user_id=first.user_id)
    claim = grading.claim(sessions, first.id, owner="w", lease_seconds=60)
    assert claim is not None
    with pytest.raises(TooManyPending):
        making.submitted(sessions, user_id=first.user_id)
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.FAILED))
    assert making.submitted(sessions, user_id=first.user_id).state == State.QUEUED


def test_a_run_and_a_submission_do_not_wait_for_each_other(sessions: Sessions, problem: Problem) -> None:
    first = making.submitted(sessions)
    assert making.submitted(sessions, user_id=first.user_id, kind=Kind.RUN).state == State.QUEUED


def test_of_many_clicks_at_once_exactly_one_is_accepted(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)

    def click(number: int) -> bool:
        try:
            making.submitted(sessions, user_id=user_id)
        except TooManyPending:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        accepted = list(pool.map(click, range(16)))
    assert accepted.count(True) == 1
    assert _count(sessions) == 1


def test_only_the_latest_twenty_runs_are_kept_and_no_submission_is_lost(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    kept = making.submitted(sessions, user_id=user_id)
    for _ in range(23):
        run = making.submitted(sessions, user_id=user_id, kind=Kind.RUN)
        claim = grading.claim(sessions, run.id, owner="w", lease_seconds=60)
        assert claim is not None
        grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    runs = history.submissions_of(sessions, user_id, slug="doubling", kind=Kind.RUN)
    assert len(runs) == submissions.KEPT[Kind.RUN]
    assert runs[0].id == run.id
    assert [one.id for one in history.submissions_of(sessions, user_id, slug="doubling")] == [kept.id]


def test_a_token_finds_its_guest_and_never_somebody_with_an_account(sessions: Sessions) -> None:
    guest = accounts.guest(sessions)
    member, _ = accounts.create_user(sessions, email="ann@example.org", role=RoleName.STUDENT)
    assert accounts.guest_id_of(sessions, guest.fs_uniquifier) == guest.id
    assert accounts.guest_id_of(sessions, member.fs_uniquifier) is None


def _count(sessions: Sessions) -> int:
    with sessions.read() as session:
        return session.scalar(select(func.count()).select_from(Submission)) or 0
