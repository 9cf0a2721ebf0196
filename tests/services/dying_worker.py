"""A worker process for a test to kill: claims a submission, says so, and never finishes.

python -m tests.services.dying_worker DATABASE_URL VAR
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from gradatim import db
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from tests.services.fakes import MemoryGrader


def main(database_url: str, var: str) -> None:
    settings = Settings(database_url=database_url, var=Path(var), sweep_seconds=0.1)
    grader = MemoryGrader()
    grader.hold()
    worker = WorkerProcess(
        settings,
        sessions=db.connect(settings.database),
        queue=Queue(broker_for(settings)),
        notices=Notices(told_here=True),
        grader=grader,
    )
    worker.start()
    grader.busy.wait()
    print("grading", flush=True)  # noqa: T201 - what the test waits for
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
