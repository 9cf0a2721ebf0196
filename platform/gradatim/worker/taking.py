"""Takes messages off the queues and has them worked on, in threads; may be told to stop taking, and to go on."""

from __future__ import annotations

import threading

from dramatiq import Broker
from dramatiq import Worker as Threads
from dramatiq.common import iter_queue

TAKE_MS = 200  # how soon an idle thread notices that it must stop
FINISH_MS = 3_600_000  # for what is being graded when staff drain the worker: it has limits of its own


class Taking:
    """Between `start` and `close`. Thread-safe."""

    def __init__(self, broker: Broker, *, queues: set[str], threads: int) -> None:
        self._broker, self._queues, self._threads = broker, queues, threads
        self._worker: Threads | None = None
        self._finishing: threading.Thread | None = None
        self._switching = threading.Lock()

    @property
    def is_on(self) -> bool:
        return self._worker is not None

    def start(self) -> None:
        """Take messages, as soon as whatever was stopped before has finished; call it again until `is_on`."""
        with self._switching:
            if self._worker is not None or (self._finishing is not None and self._finishing.is_alive()):
                return
            worker = Threads(self._broker, queues=self._queues, worker_threads=self._threads, worker_timeout=TAKE_MS)
            # A message in the hands of a busy worker is one that an idle one cannot have.
            worker.queue_prefetch = self._threads
            others = len(self._broker.middleware)
            worker.start()
            del self._broker.middleware[others:]  # what would tell it of queues declared later: there are none
            self._worker = worker

    def drain(self) -> None:
        """Give back what nobody has begun with, finish the rest in the background, take nothing more."""
        with self._switching:
            worker = self._worker
            if worker is None:
                return
            for consumer in worker.consumers.values():
                consumer.stop()
            for consumer in worker.consumers.values():
                consumer.join()
            for item in iter_queue(worker.work_queue):
                worker.consumers[item.message.queue_name].requeue_messages([item.message])
            self._worker = None  # only now: until here something might still have been begun
            self._finishing = threading.Thread(
                target=worker.stop, kwargs={"timeout": FINISH_MS}, name="draining", daemon=True
            )
            self._finishing.start()

    def close(self, *, timeout_seconds: float) -> None:
        """Give everything not yet begun back to the queue, and wait as long as this for what is being graded."""
        if self._worker is not None:
            self._worker.stop(timeout=int(timeout_seconds * 1000))
        elif self._finishing is not None:
            self._finishing.join(timeout_seconds)
