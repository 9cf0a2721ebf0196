"""A worker process of its own, for sites whose web and workers are apart: `python -m gradatim.worker`."""

from __future__ import annotations

import signal
import sys
import threading

from gradatim import db, settings
from gradatim.errors import GradatimError, StartError
from gradatim.services import logs
from gradatim.services.metrics import Metrics
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.services.sandboxes import grader
from gradatim.worker.exporter import Exporter
from gradatim.worker.process import WorkerProcess


def main() -> None:
    """Grade until SIGTERM or SIGINT."""
    logs.configure()
    loaded = settings.load()
    if loaded.embedded:
        raise StartError("GRADATIM_BROKER_URL is not set: on one machine `gradatim serve` has its own worker")
    sessions = db.connect(loaded.database)
    reason = db.trouble_of(sessions)
    if reason:
        raise StartError(f"the database does not answer: {reason}")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    metrics = Metrics()
    exporter = Exporter(loaded, metrics) if loaded.metrics_port else None
    worker = WorkerProcess(
        loaded,
        sessions=sessions,
        queue=Queue(broker_for(loaded)),
        notices=Notices(told_here=False),
        grader=grader(loaded),
        metrics=metrics,
    )
    worker.start()
    if exporter is not None:
        exporter.start()
    stop.wait()
    worker.close()
    if exporter is not None:
        exporter.close()


if __name__ == "__main__":
    try:
        main()
    except GradatimError as error:
        print(f"gradatim worker: {error}", file=sys.stderr)  # noqa: T201 - a command's one line
        sys.exit(1)
