"""kill -9 in the middle of grading, then a start: the verdict is there, once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gradatim.db import Sessions
from gradatim.models import State, Submission
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader
from tests.services.test_worker import finished

ROOT = Path(__file__).resolve().parents[2]


def test_what_a_killed_worker_was_grading_gets_its_one_verdict_from_the_next(
    sessions: Sessions, problem: Problem, database_url: str, tmp_path: Path
) -> None:
    made = [making.submitted(sessions) for _ in range(3)]
    command = [sys.executable, "-m", "tests.services.dying_worker", database_url, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == b"grading\n"
        victim.kill()
    with sessions.read() as session:
        states = {session.get_one(Submission, one.id).state for one in made}
    assert State.CLAIMED in states

    settings = Settings(database_url=database_url, var=tmp_path, sweep_seconds=0.1)
    grader = MemoryGrader()
    worker = WorkerProcess(
        settings,
        sessions=sessions,
        queue=Queue(broker_for(settings)),
        notices=Notices(told_here=True),
        grader=grader,
    )
    worker.start()
    done = [finished(sessions, one.id) for one in made]
    worker.close()
    assert {one.verdict for one in done} == {Verdict.PASSED}
    assert len(grader.graded) == len(made)
