"""Checks: claimed once, put back when a worker dies, called off, and of exactly one content."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from gradatim.db import Sessions, utc_now
from gradatim.models import State
from gradatim.services.authoring import checks, claims, files
from gradatim.services.authoring.checks import CheckStanding
from gradatim.services.grading import MAX_FAULTS
from gradatim.services.notices import Notices
from gradatim.worker import checker as checking
from gradatim.worker.checker import Checker
from gradatim.worker.leases import Leases
from gradatim_grader.errors import EngineTrouble
from tests.services.authoring import drafting
from tests.services.fakes import MemoryGrader


@pytest.fixture
def ann(sessions: Sessions) -> int:
    return drafting.member(sessions)


@pytest.fixture
def draft_id(sessions: Sessions, ann: int) -> int:
    return drafting.draft(sessions, owner_id=ann)


@pytest.fixture
def grader() -> MemoryGrader:
    return MemoryGrader()


@pytest.fixture
def checker(
    sessions: Sessions, grader: MemoryGrader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Checker]:
    monkeypatch.setattr(checking, "TELL_SECONDS", 0.0)
    leases = Leases(sessions, claims, owner="w", lease_seconds=60)
    notices = Notices(told_here=True)
    yield Checker(
        sessions, grader=grader, start=grader.start, leases=leases, notices=notices, findings=tmp_path / "check"
    )
    leases.close()


@pytest.fixture
def standing(sessions: Sessions, draft_id: int, ann: int) -> Callable[[], CheckStanding]:
    def now() -> CheckStanding:
        found = checks.standing_of(sessions, draft_id, user_id=ann)
        assert found
        return found

    return now


Standing = Callable[[], CheckStanding]


def test_a_check_that_finds_nothing_wrong_is_green_for_this_content_alone(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, standing: Standing
) -> None:
    assert checks.request(sessions, draft_id, user_id=ann)
    assert standing().position == 1
    checker.check(draft_id)
    now = standing()
    assert (now.state, now.proven, now.current) == (State.DONE, True, True)
    assert now.report
    assert now.report.mutation
    files.add(sessions, draft_id, "theory.md", user_id=ann)
    assert not standing().current


def test_files_that_are_no_problem_are_said_at_once_without_a_worker(
    sessions: Sessions, ann: int, draft_id: int, standing: Standing
) -> None:
    files.remove(sessions, draft_id, "solution.py", user_id=ann)
    assert not checks.request(sessions, draft_id, user_id=ann)
    now = standing()
    assert (now.state, now.proven) == (State.DONE, False)
    assert now.report
    assert [fault.line() for fault in now.report.faults] == ["solution.py: is missing; correct it"]


def test_only_one_worker_has_it(sessions: Sessions, ann: int, draft_id: int) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    assert claims.claim(sessions, draft_id, owner="one", lease_seconds=60)
    assert claims.claim(sessions, draft_id, owner="two", lease_seconds=60) is None


def test_a_check_whose_worker_died_is_put_back_and_the_dead_one_stores_nothing(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    late = claims.claim(sessions, draft_id, owner="dead", lease_seconds=60)
    assert late
    assert checks.sweep(sessions) == []
    assert checks.sweep(sessions, now=utc_now() + timedelta(seconds=61)) == [draft_id]
    checker.check(draft_id)
    report = standing().report
    assert report
    assert not claims.finish(sessions, late, report, None)
    assert standing().proven


def test_what_a_dead_process_of_this_machine_held_is_put_back_at_once(
    sessions: Sessions, ann: int, draft_id: int
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    claims.claim(sessions, draft_id, owner="dead", lease_seconds=600)
    checks.put_back_claims_of(sessions, lambda owner: owner == "alive")
    assert checks.sweep(sessions, everything=True) == []
    checks.put_back_claims_of(sessions, lambda owner: owner == "dead")
    assert checks.sweep(sessions) == [draft_id]


def test_a_check_that_kills_workers_ends_with_a_fault_of_ours(
    sessions: Sessions, ann: int, draft_id: int, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    for _ in range(MAX_FAULTS):
        assert claims.claim(sessions, draft_id, owner="dead", lease_seconds=1)
        checks.sweep(sessions, now=utc_now() + timedelta(seconds=2))
    assert (standing().state, standing().failure) == (State.DONE, claims.OURS)
    assert not standing().proven


def test_what_is_called_off_stops_and_stores_nothing(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, grader: MemoryGrader, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    grader.hold()
    thread = threading.Thread(target=checker.check, args=(draft_id,))
    thread.start()
    assert grader.busy.wait(10)
    assert checks.cancel(sessions, draft_id, user_id=ann)
    grader.let_go.set()
    thread.join()
    assert (standing().state, standing().report) == (State.CANCELLED, None)
    assert len(grader.tried) == 1
    assert not checks.cancel(sessions, draft_id, user_id=ann)


def test_asking_again_after_a_change_begins_anew(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, grader: MemoryGrader, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    grader.hold()
    thread = threading.Thread(target=checker.check, args=(draft_id,))
    thread.start()
    assert grader.busy.wait(10)
    files.add(sessions, draft_id, "notes.txt", user_id=ann)
    assert checks.request(sessions, draft_id, user_id=ann)
    grader.let_go.set()
    thread.join()
    assert standing().state is State.QUEUED
    checker.check(draft_id)
    assert standing().current
    assert standing().proven


def test_engine_trouble_is_waited_out(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, grader: MemoryGrader, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    grader.trouble = [EngineTrouble("no engine")]
    checker.check(draft_id)
    assert standing().shown == "waiting"
    assert checks.sweep(sessions) == []
    assert checks.sweep(sessions, now=utc_now() + timedelta(seconds=61)) == [draft_id]
    checker.check(draft_id)
    assert standing().proven


def test_a_mistake_of_ours_is_tried_again_and_then_said(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, grader: MemoryGrader, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    grader.trouble = [RuntimeError("a bug") for _ in range(MAX_FAULTS)]
    for _ in range(MAX_FAULTS):
        checker.check(draft_id)
    assert standing().failure == claims.OURS


def test_a_worker_that_must_go_gives_its_check_back(
    sessions: Sessions, ann: int, draft_id: int, checker: Checker, grader: MemoryGrader, standing: Standing
) -> None:
    checks.request(sessions, draft_id, user_id=ann)
    grader.hold()
    thread = threading.Thread(target=checker.check, args=(draft_id,))
    thread.start()
    assert grader.busy.wait(10)
    checker.stop()
    grader.let_go.set()
    thread.join()
    assert standing().state is State.QUEUED
    assert checks.sweep(sessions) == [draft_id]
