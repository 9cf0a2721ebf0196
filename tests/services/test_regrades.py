"""Regrades: a later version grades again, and nothing counts before it is applied."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select, update

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem, NoSuchSubmission
from gradatim.models import AuditEvent, Kind, ProblemVersion, Regrade, State, StoredTest, Submission
from gradatim.models import Problem as ProblemModel
from gradatim.services import catalogue, grading, history, submissions, sweeping
from gradatim.services.accounts import Viewer
from gradatim.services.regrades import beginning, ending, reading
from gradatim.services.regrades.access import NoSuchRegrade
from gradatim.services.regrades.beginning import Begun, Chosen
from gradatim.services.regrades.comparing import Change
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, Verdict
from tests.services import making
from tests.services.fakes import report_of

WRONG = b"# verdict: failed\n"


def finish(sessions: Sessions, submission_id: int, report: Report) -> None:
    claim = grading.claim(sessions, submission_id, owner="w", lease_seconds=60)
    assert claim is not None
    assert grading.finish(sessions, claim, report=report)


def graded(sessions: Sessions, problem: Problem, verdict: Verdict) -> Submission:
    made = making.submitted(sessions)
    finish(sessions, made.id, report_of(problem, verdict=verdict))
    return stored(sessions, made.id)


def stored(sessions: Sessions, submission_id: int) -> Submission:
    return history.submission_for(sessions, submission_id, viewer=Viewer(None, is_staff=True))


def copies_of(sessions: Sessions, begun: Begun) -> dict[int, int]:
    """By the number of the original, that of its copy."""
    with sessions.read() as session:
        rows = select(Submission.original_id, Submission.id).where(Submission.regrade_id == begun.regrade_id)
        return {original: copy for original, copy in session.execute(rows) if original is not None}


@pytest.fixture
def old(sessions: Sessions, problem: Problem) -> dict[Change, Submission]:
    """Submissions that an old version graded; named by what the new one will make of them."""
    verdicts = {Change.UP: Verdict.FAILED, Change.DOWN: Verdict.PASSED, Change.SAME: Verdict.PASSED}
    made = {change: graded(sessions, problem, verdict) for change, verdict in verdicts.items()}
    return made | {Change.OURS: graded(sessions, problem, Verdict.FAILED)}


@pytest.fixture
def new(sessions: Sessions, old: dict[Change, Submission]) -> Problem:
    return making.published(sessions, statement="Double $x$ *exactly*.")


NOW = {Change.UP: Verdict.PASSED, Change.DOWN: Verdict.FAILED, Change.SAME: Verdict.PASSED}


@pytest.fixture
def begun(sessions: Sessions, new: Problem) -> Begun:
    return beginning.begin(sessions, "doubling", Chosen(), actor_id=making.instructor(sessions))


@pytest.fixture
def ready(sessions: Sessions, begun: Begun, old: dict[Change, Submission], new: Problem) -> Begun:
    """A regrade in which everything is graded."""
    copies = copies_of(sessions, begun)
    for change, verdict in NOW.items():
        finish(sessions, copies[old[change].id], report_of(new, verdict=verdict))
    ours = Report(problem="doubling", version=new.digest, verdict=Verdict.SYSTEM_ERROR)
    finish(sessions, copies[old[Change.OURS].id], ours)
    return begun


def test_a_new_version_by_itself_changes_no_verdict(
    sessions: Sessions, old: dict[Change, Submission], new: Problem
) -> None:
    for before in old.values():
        assert stored(sessions, before.id).report() == before.report()


def test_before_it_is_applied_nothing_changes_and_no_student_sees_anything(
    sessions: Sessions, ready: Begun, old: dict[Change, Submission]
) -> None:
    for change, before in old.items():
        assert stored(sessions, before.id).report() == before.report(), change
        copy, owner = copies_of(sessions, ready)[before.id], Viewer(before.user_id)
        with pytest.raises(NoSuchSubmission):
            history.submission_for(sessions, copy, viewer=owner)
        with pytest.raises(NoSuchSubmission):
            history.check_seen(sessions, copy, viewer=owner)
        assert [one.id for one in history.submissions_of(sessions, before.user_id, slug="doubling")] == [before.id]


def test_a_copy_that_is_queued_is_nothing_of_its_owners(
    sessions: Sessions, begun: Begun, old: dict[Change, Submission]
) -> None:
    before = old[Change.UP]
    assert history.pending_of(sessions, before.user_id, slug="doubling") is None
    with pytest.raises(NoSuchSubmission):
        submissions.cancel(sessions, copies_of(sessions, begun)[before.id], user_id=before.user_id)
    assert catalogue.touched_by(sessions, before.user_id) == {"doubling": before.created_at}
    making.submitted(sessions, user_id=before.user_id)  # and it keeps nobody from sending the next


def test_it_says_who_goes_up_and_down_and_by_which_test(
    sessions: Sessions, ready: Begun, old: dict[Change, Submission]
) -> None:
    for change, before in old.items():
        found = reading.shown(sessions, ready.regrade_id, user_id=making.instructor(sessions), change=change)
        assert found.progress.counts == dict.fromkeys(Change, 1)
        (row,) = found.rows
        assert (row.original_id, row.owner) == (before.id, f"guest {before.user_id}")
        assert row.before.verdict == before.verdict
    (up,) = reading.shown(sessions, ready.regrade_id, user_id=making.instructor(sessions)).rows
    (test,) = up.tests
    assert (test.title, test.before, test.after) == ("Doubles", "failed", "passed")
    assert (test.points_before, test.points_after) == (0.0, 2.0)
    (tally,) = reading.shown(sessions, ready.regrade_id, user_id=making.instructor(sessions)).tallies
    assert (tally.title, tally.gained, tally.lost) == ("Doubles", 1, 1)


def test_applying_moves_every_submission_and_keeps_what_it_was(
    sessions: Sessions, ready: Begun, old: dict[Change, Submission], new: Problem
) -> None:
    ended = ending.apply(sessions, ready.regrade_id, actor_id=making.instructor(sessions))
    assert (ended.raised, ended.lowered, ended.kept, ended.failed) == (1, 1, 1, 1)
    for change, verdict in NOW.items():
        now = stored(sessions, old[change].id)
        report = now.report()
        assert report == report_of(new, verdict=verdict)
        assert now.created_at == old[change].created_at
        (before,) = reading.results_before(sessions, now.id)
        as_owner = history.submission_for(sessions, before.id, viewer=Viewer(now.user_id))
        assert as_owner.report() == old[change].report()
        assert as_owner.created_at == now.created_at
    assert stored(sessions, old[Change.OURS].id).report() == old[Change.OURS].report()
    assert reading.results_before(sessions, old[Change.OURS].id) == []
    for change in NOW:
        (row,) = reading.shown(sessions, ready.regrade_id, user_id=making.instructor(sessions), change=change).rows
        assert (row.original_id, row.after.verdict) == (old[change].id, NOW[change])


def test_a_second_regrade_adds_to_the_history(
    sessions: Sessions, ready: Begun, old: dict[Change, Submission], new: Problem
) -> None:
    ending.apply(sessions, ready.regrade_id, actor_id=making.instructor(sessions))
    newest = making.published(sessions, statement="Third.")
    again = beginning.begin(sessions, "doubling", Chosen(ids=[old[Change.UP].id]), actor_id=making.instructor(sessions))
    assert again.total == 1
    finish(sessions, again.send[0], report_of(newest, verdict=Verdict.FAILED))
    ending.apply(sessions, again.regrade_id, actor_id=making.instructor(sessions))
    now = stored(sessions, old[Change.UP].id)
    assert (now.verdict, now.version.digest) == (Verdict.FAILED, newest.digest)
    before = reading.results_before(sessions, now.id)
    assert [one.verdict for one in before] == [Verdict.PASSED, Verdict.FAILED]


def test_thrown_away_it_leaves_nothing_but_its_record(
    sessions: Sessions, ready: Begun, old: dict[Change, Submission]
) -> None:
    ended = ending.throw_away(sessions, ready.regrade_id, actor_id=making.instructor(sessions))
    assert (ended.raised, ended.lowered) == (1, 1)
    for before in old.values():
        assert stored(sessions, before.id).report() == before.report()
    with sessions.read() as session:
        assert session.scalar(select(func.count()).select_from(Submission)) == len(old)
        assert session.scalar(select(func.count()).select_from(StoredTest)) == len(old)
    beginning.begin(sessions, "doubling", Chosen(), actor_id=making.instructor(sessions))  # and the next may begin


def test_a_worker_that_grades_what_was_thrown_away_finds_that_nobody_wants_it(
    sessions: Sessions, begun: Begun, new: Problem
) -> None:
    claim = grading.claim(sessions, begun.send[0], owner="w", lease_seconds=60)
    assert claim is not None
    ending.throw_away(sessions, begun.regrade_id, actor_id=making.instructor(sessions))
    assert not grading.holds(sessions, claim)
    assert not grading.finish(sessions, claim, report=report_of(new, verdict=Verdict.PASSED))


def test_what_is_not_done_cannot_be_applied_and_what_is_over_stays_over(sessions: Sessions, begun: Begun) -> None:
    with pytest.raises(ending.RegradeNotReady):
        ending.apply(sessions, begun.regrade_id, actor_id=making.instructor(sessions))
    ending.throw_away(sessions, begun.regrade_id, actor_id=making.instructor(sessions))
    for end in (ending.apply, ending.throw_away):
        with pytest.raises(ending.RegradeIsOver):
            end(sessions, begun.regrade_id, actor_id=making.instructor(sessions))


def test_there_is_one_open_regrade_for_a_problem(sessions: Sessions, begun: Begun) -> None:
    with pytest.raises(beginning.RegradeIsOpen):
        beginning.begin(sessions, "doubling", Chosen(), actor_id=making.instructor(sessions))


def test_what_is_sent_later_and_what_is_not_done_is_left_alone(sessions: Sessions, ready: Begun, new: Problem) -> None:
    later = graded(sessions, new, Verdict.FAILED)
    waiting = making.submitted(sessions)
    ending.apply(sessions, ready.regrade_id, actor_id=making.instructor(sessions))
    assert stored(sessions, later.id).report() == later.report()
    assert stored(sessions, waiting.id).state == State.QUEUED


@pytest.mark.parametrize("by", ["version", "user", "address", "ids"])
def test_submissions_can_be_chosen(
    sessions: Sessions, old: dict[Change, Submission], problem: Problem, new: Problem, by: str
) -> None:
    later = graded(sessions, new, Verdict.FAILED)
    one = old[Change.DOWN]
    choices = {
        "version": (Chosen(version=new.digest), {later.id}),
        "user": (Chosen(user=str(one.user_id)), {one.id}),
        "address": (Chosen(user="nobody@example.org"), set()),
        "ids": (Chosen(ids=[one.id, later.id]), {one.id, later.id}),
    }
    chosen, wanted = choices[by]
    if not wanted:
        with pytest.raises(beginning.NothingToRegrade):
            beginning.begin(sessions, "doubling", chosen, actor_id=making.instructor(sessions))
        return
    begun = beginning.begin(sessions, "doubling", chosen, actor_id=making.instructor(sessions))
    assert set(copies_of(sessions, begun)) == wanted


def test_a_regrade_with_nothing_to_do_is_not_begun(sessions: Sessions, old: dict[Change, Submission]) -> None:
    with pytest.raises(beginning.NothingToRegrade):
        beginning.begin(sessions, "doubling", Chosen(), actor_id=making.instructor(sessions))
    with sessions.read() as session:
        assert session.scalar(select(func.count()).select_from(Regrade)) == 0


def test_whatever_happens_to_it_stands_in_the_audit_log(sessions: Sessions, ready: Begun) -> None:
    ending.apply(sessions, ready.regrade_id, actor_id=making.instructor(sessions))
    with sessions.read() as session:
        events = session.scalars(select(AuditEvent).where(AuditEvent.action.like("regrade.%")).order_by(AuditEvent.id))
        begin, applied = events.all()
        digest = session.scalar(select(ProblemVersion.digest).where(ProblemVersion.current))
    assert (begin.action, begin.detail["submissions"]) == ("regrade.begin", 4)
    assert (applied.action, applied.subject) == ("regrade.apply", "problem doubling")
    assert applied.detail == {
        "regrade": ready.regrade_id,
        "digest": digest,
        "raised": 1,
        "lowered": 1,
        "kept": 1,
        "failed": 1,
    }


def test_the_sweep_sends_live_work_first(sessions: Sessions, begun: Begun) -> None:
    live = making.submitted(sessions)
    found = sweeping.sweep(sessions, everything=True)
    assert [found[0].submission_id, *{one.kind for one in found[1:]}] == [live.id, Kind.REGRADE]
    assert len(found) == 1 + begun.total


def test_a_regrade_is_for_whoever_may_edit_the_problem(sessions: Sessions, ready: Begun) -> None:
    owner, other = making.instructor(sessions, "owner@example.org"), making.instructor(sessions)
    with sessions.begin() as session:
        session.execute(update(ProblemModel).values(owner_id=owner))
    with pytest.raises(NoSuchRegrade):
        reading.progress_of(sessions, ready.regrade_id, user_id=other)
    for end in (ending.apply, ending.throw_away):
        with pytest.raises(NoSuchRegrade):
            end(sessions, ready.regrade_id, actor_id=other)
    with pytest.raises(NoSuchProblem):
        beginning.begin(sessions, "doubling", Chosen(), actor_id=other)
    with pytest.raises(NoSuchProblem):
        reading.choice_for(sessions, "doubling", user_id=other)
    assert ending.apply(sessions, ready.regrade_id, actor_id=owner).raised == 1
