"""The line: live work first, fair between users, and the place that somebody is shown is the place they have."""

from __future__ import annotations

from sqlalchemy import insert, select

from gradatim.db import Sessions, utc_now
from gradatim.models import Kind, State, Submission
from gradatim.services import grading, history, line, sweeping
from gradatim_grader.problem import Problem
from tests.services import making


def many(sessions: Sessions, count: int, *, kind: Kind = Kind.SUBMIT) -> list[int]:
    """Queued submissions of one user: more than the site lets anybody send by hand."""
    first = making.submitted(sessions, kind=kind)
    with sessions.begin() as session:
        for _ in range(count - 1):
            row = {"user_id": first.user_id, "version_id": first.version_id, "kind": kind, "source": b"x = 1\n"}
            turn = line.turn_for(session, first.user_id, kind)
            session.execute(insert(Submission).values(**row, turn=turn, not_before=utc_now()))
        return list(session.scalars(select(Submission.id).where(Submission.user_id == first.user_id)))


def next_in(sessions: Sessions, kind: Kind = Kind.SUBMIT) -> int:
    claim = grading.claim(sessions, kind, owner="w", lease_seconds=60)
    assert claim is not None
    return claim.submission_id


def test_a_hundred_of_one_do_not_delay_the_first_of_another(sessions: Sessions, problem: Problem) -> None:
    own = many(sessions, 100)
    other = making.submitted(sessions).id
    assert history.standing_of(sessions, other).position == 2
    assert [next_in(sessions) for _ in range(3)] == [own[0], other, own[1]]


def test_who_comes_when_the_hundred_are_half_done_is_next_all_the_same(sessions: Sessions, problem: Problem) -> None:
    own = many(sessions, 20)
    for _ in range(10):
        next_in(sessions)
    late = [making.submitted(sessions).id for _ in range(2)]
    assert [next_in(sessions) for _ in range(4)] == [own[10], *late, own[11]]


def test_between_equals_who_came_first_goes_first(sessions: Sessions, problem: Problem) -> None:
    made = [making.submitted(sessions).id for _ in range(5)]
    assert [next_in(sessions) for _ in range(5)] == made
    assert grading.claim(sessions, Kind.SUBMIT, owner="w", lease_seconds=60) is None


def test_every_place_that_is_shown_is_the_one_in_which_workers_take(sessions: Sessions, problem: Problem) -> None:
    waiting = {*many(sessions, 4), *many(sessions, 3), making.submitted(sessions).id}
    while waiting:
        places = {each: history.standing_of(sessions, each).position for each in waiting}
        assert sorted(places.values(), key=lambda place: place or 0) == list(range(1, len(waiting) + 1))
        taken = next_in(sessions)
        assert places[taken] == 1
        waiting.discard(taken)


def test_a_run_stands_behind_every_submission_and_never_before_one(sessions: Sessions, problem: Problem) -> None:
    run = making.submitted(sessions, kind=Kind.RUN)
    submission = making.submitted(sessions)
    assert history.standing_of(sessions, run.id).position == 2
    assert history.standing_of(sessions, submission.id).position == 1
    assert next_in(sessions, Kind.RUN) == run.id


def test_what_waits_for_a_trouble_of_ours_holds_up_nobody_and_then_goes_first(
    sessions: Sessions, problem: Problem
) -> None:
    stuck, other = making.submitted(sessions).id, making.submitted(sessions).id
    claim = grading.claim(sessions, stuck, owner="w", lease_seconds=60)
    assert claim is not None
    grading.wait_for_engine(sessions, claim, reason="no engine")
    assert history.standing_of(sessions, stuck).position is None
    assert history.standing_of(sessions, other).position == 1
    assert next_in(sessions) == other
    assert grading.claim(sessions, Kind.SUBMIT, owner="w", lease_seconds=60) is None
    late = making.submitted(sessions).id
    sweeping.sweep(sessions, everything=True)
    assert [next_in(sessions), next_in(sessions)] == [stuck, late]


def test_what_a_leaving_worker_puts_back_keeps_its_turn(sessions: Sessions, problem: Problem) -> None:
    first = making.submitted(sessions).id
    making.submitted(sessions)
    claim = grading.claim(sessions, Kind.SUBMIT, owner="w", lease_seconds=60)
    assert claim is not None
    grading.put_back(sessions, claim)
    assert next_in(sessions) == first


def test_what_is_graded_or_cancelled_stands_in_no_line(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    next_in(sessions)
    with sessions.begin() as session:
        assert line.first_turn(session, Kind.SUBMIT) == 0
        assert line.turn_for(session, made.user_id, Kind.SUBMIT) == 0
        assert session.get_one(Submission, made.id).state == State.CLAIMED
