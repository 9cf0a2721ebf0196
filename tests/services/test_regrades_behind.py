"""Regrading runs behind live work, and survives whatever happens to the worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gradatim.db import Sessions, utc_now
from gradatim.models import Kind, State, Submission
from gradatim.services import grading
from gradatim.services.grading import Claim
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.services.regrades import beginning, ending, reading
from gradatim.services.regrades.beginning import Chosen
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim.worker.assessor import Assessor
from gradatim.worker.leases import Leases
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of
from tests.services.test_regrades import WRONG, finish, stored
from tests.services.test_worker import finished

ROOT = Path(__file__).resolve().parents[2]


class Busy(Leases[Claim, int | Kind]):
    """Leases that hold some live work at first: one claim less at each look."""

    def __init__(self, sessions: Sessions, *, looks: int) -> None:
        super().__init__(sessions, grading, owner="w", lease_seconds=60)
        self.looks = looks
        self.claimed: list[int] = []

    def held(self) -> list[Claim]:
        self.looks -= 1
        return super().held() if self.looks < 0 else [Claim(1, 1, Kind.SUBMIT, 1, b"", 1, utc_now(), "")]

    def claim(self, wanted: int | Kind) -> Claim | None:
        self.claimed.append(self.looks)
        return super().claim(wanted)


class Scarce(MemoryGrader):
    """A grader that has no sandbox to spare at first."""

    def __init__(self, *, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def has_spare(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def worker_for(sessions: Sessions, settings: Settings, grader: MemoryGrader) -> WorkerProcess:
    queue = Queue(broker_for(settings))
    return WorkerProcess(settings, sessions=sessions, queue=queue, notices=Notices(told_here=True), grader=grader)


def test_nothing_is_graded_again_while_live_work_is_on_or_no_sandbox_would_be_left(
    sessions: Sessions, problem: Problem
) -> None:
    made = making.submitted(sessions)
    leases, grader = Busy(sessions, looks=3), Scarce(looks=2)
    assessor = Assessor(sessions, grader=grader, leases=leases, notices=Notices(told_here=True))
    assessor.start()
    assessor.assess_behind(made.kind)
    assert len(leases.claimed) == 1
    assert leases.claimed[0] < 0
    assert grader.looks < 0
    assert stored(sessions, made.id).verdict == Verdict.PASSED


def test_a_worker_that_must_go_waits_for_no_quiet_moment(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions)
    leases = Busy(sessions, looks=1_000_000)
    assessor = Assessor(sessions, grader=MemoryGrader(), leases=leases, notices=Notices(told_here=True))
    assessor.start()
    assessor.stop_taking()
    assessor.assess_behind(made.kind)
    assert leases.claimed == []


def test_a_regrade_that_a_killed_worker_left_half_done_is_finished_by_the_next(
    sessions: Sessions, problem: Problem, database_url: str, tmp_path: Path
) -> None:
    made = [making.submitted(sessions, source=WRONG if number else b"x = 1\n").id for number in range(4)]
    for one in made:
        finish(sessions, one, report_of(problem, verdict=Verdict.FAILED))
    making.published(sessions, statement="Double $x$ *exactly*.")
    begun = beginning.begin(sessions, "doubling", Chosen(), actor_id=making.instructor(sessions))
    finish(sessions, begun.send[0], report_of(problem, verdict=Verdict.PASSED))

    command = [sys.executable, "-m", "tests.services.dying_worker", database_url, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == b"grading\n"
        victim.kill()
    with sessions.read() as session:
        states = [session.get_one(Submission, one).state for one in begun.send]
    assert states == [State.DONE, State.CLAIMED, State.QUEUED, State.QUEUED]
    assert not reading.progress_of(sessions, begun.regrade_id, user_id=making.instructor(sessions)).is_ready

    settings = Settings(database_url=database_url, var=tmp_path, sweep_seconds=0.1)
    grader = MemoryGrader()
    worker = worker_for(sessions, settings, grader)
    worker.start()
    for one in begun.send:
        finished(sessions, one)
    worker.close()
    assert len(grader.graded) == 3  # what was done before is not done again
    assert reading.progress_of(sessions, begun.regrade_id, user_id=making.instructor(sessions)).is_ready
    assert ending.apply(sessions, begun.regrade_id, actor_id=making.instructor(sessions)).raised == 1
    assert [stored(sessions, one).verdict for one in made] == [Verdict.PASSED] + [Verdict.FAILED] * 3
