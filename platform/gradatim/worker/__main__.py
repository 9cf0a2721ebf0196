"""A worker process of its own, for sites whose web and workers are apart: `python -m gradatim.worker`."""

from __future__ import annotations

import signal
import sys
import threading

from gradatim import db, settings
from gradatim.errors import GradatimError, StartError
from gradatim.services import logs, migrating, waiting
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
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    sessions = db.connect(loaded.database, connections=max(loaded.database_connections, loaded.grading_threads + 4))
    waiting.wait_for_database(loaded, sessions, say=_say)
    migrating.check(loaded, sessions)
    waiting.wait_for_broker(loaded, say=_say)
    waiting.wait_for_sandbox(loaded, say=_say)
    if stop.is_set():
        return
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


def _say(line: str) -> None:
    print(f"gradatim worker: {line}", file=sys.stderr)  # noqa: T201 - a command's lines


if __name__ == "__main__":
    try:
        main()
    except GradatimError as error:
        _say(str(error))
        sys.exit(1)
