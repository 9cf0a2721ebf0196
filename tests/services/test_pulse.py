"""A limit that ran out while this process did not run is no verdict on anybody's code."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gradatim.db import Sessions
from gradatim.models import State, Submission
from gradatim.services import grading
from gradatim.services.notices import Notices
from gradatim.worker import pulse as pulses
from gradatim.worker.assessor import MOST_STALLS, Assessor
from gradatim.worker.leases import Leases
from gradatim.worker.pulse import Pulse
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader

LATE = b"# verdict: time_limit\n"


class Clock:
    """Time that a test moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Frozen(Pulse):
    """Of a process that did not run for a while in the middle of whatever is asked."""

    def stalled_since(self, moment: float) -> bool:
        return True


@pytest.fixture
def beating(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Pulse, Clock]]:
    clock, pulse = Clock(), Pulse()
    monkeypatch.setattr(pulses, "time", clock)
    monkeypatch.setattr(pulses, "TICK_SECONDS", 1000)  # no beat but the first
    pulse.start()
    yield pulse, clock
    pulse.close()


def test_a_process_that_beats_has_not_stalled(beating: tuple[Pulse, Clock]) -> None:
    pulse, clock = beating
    clock.now += pulses.STALL_SECONDS / 2
    assert not pulse.stalled_since(100.0)


def test_a_process_that_did_not_run_has_stalled_for_whatever_began_before(beating: tuple[Pulse, Clock]) -> None:
    pulse, clock = beating
    clock.now += 20
    assert pulse.stalled_since(100.0)
    assert pulse.stalled_since(119.0)
    assert not Pulse().stalled_since(0.0)  # one that was never started knows nothing


@pytest.fixture
def assess(sessions: Sessions, problem: Problem) -> Callable[[Pulse, bytes], Submission]:
    def assessed(pulse: Pulse, source: bytes) -> Submission:
        made = making.submitted(sessions, source=source)
        leases = Leases(sessions, grading, owner="one", lease_seconds=60)
        assessor = Assessor(
            sessions, grader=MemoryGrader(), leases=leases, notices=Notices(told_here=True), pulse=pulse
        )
        assessor.assess_next(made.kind)
        with sessions.read() as session:
            return session.get_one(Submission, made.id)

    return assessed


def test_what_a_frozen_worker_calls_late_is_graded_again(assess: Callable[[Pulse, bytes], Submission]) -> None:
    again = assess(Frozen(), LATE)
    assert (again.state, again.verdict) == (State.QUEUED, None)


def test_what_ended_in_time_counts_although_the_worker_was_frozen(
    assess: Callable[[Pulse, bytes], Submission],
) -> None:
    assert assess(Frozen(), b"x = 1").verdict == Verdict.PASSED


def test_a_machine_that_is_always_slow_is_believed_in_the_end(
    sessions: Sessions, assess: Callable[[Pulse, bytes], Submission]
) -> None:
    late = assess(Frozen(), LATE)
    leases = Leases(sessions, grading, owner="one", lease_seconds=60)
    assessor = Assessor(sessions, grader=MemoryGrader(), leases=leases, notices=Notices(told_here=True), pulse=Frozen())
    for _ in range(MOST_STALLS):
        assessor.assess_next(late.kind)
    with sessions.read() as session:
        assert session.get_one(Submission, late.id).verdict == Verdict.TIME_LIMIT
