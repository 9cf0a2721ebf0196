"""What the database says of queues, workers and containers, as gauges for Prometheus. Loaded where somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from gradatim.db import UNREACHABLE, Sessions
from gradatim.services import workers
from gradatim.services.overview import Overview, overview
from gradatim.services.queue import Queue
from gradatim.services.workers import SeenWorker, WorkerState

POOL = {
    "waiting": "Containers that wait for a submission",
    "busy": "Containers that are being made or removed",
    "idle_checkers": "Checkers that wait for a submission",
    "kept": "Containers kept for somebody's next run",
    "containers": "Containers of the worker that the engine has",
}


class Gauges(Collector):
    """Asks the database when Prometheus asks."""

    def __init__(self, sessions: Sessions, queue: Queue) -> None:
        self._sessions, self._queue = sessions, queue

    def collect(self) -> Iterator[Metric]:
        try:
            found, listed = overview(self._sessions), workers.listed(self._sessions)
        except UNREACHABLE:
            yield GaugeMetricFamily("gradatim_database_up", "Whether the database answers", value=0)
            return
        yield GaugeMetricFamily("gradatim_database_up", "Whether the database answers", value=1)
        yield from _queues(found)
        yield from _workers(listed)
        messages = self._queue.length()
        yield GaugeMetricFamily("gradatim_broker_up", "Whether the broker answers", value=int(messages is not None))
        yield GaugeMetricFamily("gradatim_messages", "Messages that wait in the broker", value=messages or 0)
        letters = len(self._queue.dead_letters())
        yield GaugeMetricFamily("gradatim_dead_letters", "Messages that were given up", value=letters)
        yield GaugeMetricFamily(
            "gradatim_system_errors", "Submissions that ended in a fault of ours", value=found.system_errors
        )


def _queues(found: Overview) -> Iterator[Metric]:
    yield _labelled(
        "gradatim_queue_length", "Submissions that wait", "kind", ((each.name, each.waiting) for each in found.queues)
    )
    yield _labelled(
        "gradatim_queue_troubled",
        "Of those that wait, how many do so for a trouble of ours",
        "kind",
        ((each.name, each.troubled) for each in found.queues),
    )
    yield _labelled(
        "gradatim_queue_oldest_seconds",
        "How long whoever has waited longest does",
        "kind",
        ((each.name, each.oldest_seconds) for each in found.queues),
    )
    yield _labelled(
        "gradatim_being_graded",
        "Submissions that a worker holds",
        "kind",
        ((each.name, each.grading) for each in found.queues),
    )


def _workers(listed: list[SeenWorker]) -> Iterator[Metric]:
    states = [worker.state for worker in listed]
    counts = ((state, states.count(state)) for state in WorkerState)
    yield _labelled("gradatim_workers", "Worker processes", "state", counts)
    living = [worker.told for worker in listed if worker.state is not WorkerState.LOST]
    threads = ((worker.owner, worker.threads) for worker in living)
    yield _labelled("gradatim_worker_threads", "How many submissions a worker grades at a time", "worker", threads)
    grading = ((worker.owner, worker.grading) for worker in living)
    yield _labelled("gradatim_worker_grading", "Submissions and checks that a worker holds", "worker", grading)
    trouble = ((worker.owner, int(worker.trouble != "")) for worker in living)
    yield _labelled("gradatim_worker_trouble", "Whether the engine's last words were bad ones", "worker", trouble)
    for name, help_text in POOL.items():
        told = ((worker.owner, worker.pool_json[name]) for worker in living if name in worker.pool_json)
        yield _labelled(f"gradatim_pool_{name}", help_text, "worker", told)


def _labelled(name: str, help_text: str, label: str, values: Iterable[tuple[str, float]]) -> GaugeMetricFamily:
    made = GaugeMetricFamily(name, help_text, labels=[label])
    for value_of, value in values:
        made.add_metric([value_of], value)
    return made
