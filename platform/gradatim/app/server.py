"""How gunicorn runs the site: threads in one process, and where there is no broker the worker inside it.

`gradatim serve` starts gunicorn with this module as its configuration.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from flask import Flask

from gradatim import db
from gradatim import settings as configuration
from gradatim.app import create_app
from gradatim.services import logs
from gradatim.services.metrics import SHARED, Metrics
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.services.sandboxes import grader
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess

_settings = configuration.load()
_outlives_terminal = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN

bind = f"{_settings.host}:{_settings.port}"
workers = 1 if _settings.embedded else _settings.web_processes  # the queue in memory must be there once
worker_class = "gthread"
threads = _settings.web_threads
timeout = 60
graceful_timeout = 9
control_socket_disable = True
loglevel = "warning"
proc_name = "gradatim"
wsgi_app = "gradatim.app.server:serve()"


class Served:
    """What runs in one process of the server. `close` may be called from anywhere, more than once."""

    def __init__(self, settings: Settings) -> None:
        sessions, queue = (
            db.connect(settings.database, connections=settings.database_connections),
            Queue(broker_for(settings)),
        )
        self.notices = Notices(told_here=settings.embedded)
        self.worker: WorkerProcess | None = None
        metrics = Metrics()
        if settings.embedded:
            self.worker = WorkerProcess(
                settings,
                sessions=sessions,
                queue=queue,
                notices=self.notices,
                grader=grader(settings),
                metrics=metrics,
            )
            self.worker.start()
        self.app = create_app(
            settings,
            sessions=sessions,
            queue=queue,
            notices=self.notices,
            metrics=metrics,
        )
        self._closing = threading.Thread(target=self._close, name="closing")
        self._once = threading.Lock()

    def begin_to_close(self) -> None:
        if self._once.acquire(blocking=False):
            self._closing.start()

    def close(self) -> None:
        self.begin_to_close()
        self._closing.join()

    def _close(self) -> None:
        self.notices.close()  # streams end, or the server would wait for them
        if self.worker is not None:
            self.worker.close()


_served: list[Served] = []  # none in the process that only watches over the others


def serve() -> Flask:
    """The application, made in the process that answers requests."""
    logs.configure()
    _served.append(Served(_settings))
    return _served[0].app


def on_starting(server: Any) -> None:
    """Before there is any process that answers: where several do, they count into files of one folder."""
    if workers > 1 and SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="gradatim-metrics-")


def when_ready(server: Any) -> None:
    """A closed terminal ends the site as it ends any command, and gunicorn would begin anew; nohup keeps it."""
    server.handle_hup = (lambda: None) if _outlives_terminal else server.handle_term


def child_exit(server: Any, worker: Any) -> None:
    """One of several processes has ended: what it counted stays, what it only showed goes."""
    if SHARED in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    if SHARED in os.environ:
        shutil.rmtree(os.environ[SHARED], ignore_errors=True)


def post_worker_init(worker: Any) -> None:
    """Begin to close at the signal itself: gunicorn's own waiting and ours then go on at the same time."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, _closing_first(signal.getsignal(number)))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # goes to all processes, and it is for the first to end the others


def worker_exit(server: Any, worker: Any) -> None:
    for served in _served:
        served.close()


def _closing_first(before: Any) -> Callable[[int, FrameType | None], Any]:
    def handle(number: int, frame: FrameType | None) -> Any:
        for served in _served:
            served.begin_to_close()
        return before(number, frame)

    return handle
