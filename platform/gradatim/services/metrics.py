"""What is counted, for Prometheus: one object for each process. The library is loaded when the first is made.

Where several processes answer for one address they count into files of one folder, named by an environment variable of
the library's that must be set before; whoever is asked adds them up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hmac import compare_digest
from ipaddress import ip_address
from typing import TYPE_CHECKING

from gradatim.services.grading import Claim
from gradatim.settings import Settings
from gradatim_runner.report import Verdict

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry
    from prometheus_client.registry import Collector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PAGE_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
GRADING_SECONDS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 60)
WAITING_SECONDS = (0.01, 0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800)


def may_read(settings: Settings, *, address: str, authorization: str) -> bool:
    """Whether somebody at this address who says this may see metrics: with the token or, where none is set, from this
    machine."""
    if settings.metrics_token is not None:
        expected = f"Bearer {settings.metrics_token.get_secret_value()}"
        return compare_digest(authorization.encode(), expected.encode())
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a socket's path, or nothing
        return False


class Metrics:
    """Counters and histograms. Thread-safe."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        own = self._own = CollectorRegistry()
        self._shared = SHARED in os.environ
        self._requests = Counter(
            "gradatim_requests", "Requests that were answered", ("endpoint", "method", "status"), registry=own
        )
        self._pages = Histogram(
            "gradatim_request_seconds", "From request to answer", ("endpoint",), buckets=PAGE_SECONDS, registry=own
        )
        self._submitted = Counter("gradatim_submitted", "What was handed in", ("kind",), registry=own)
        self._verdicts = Counter(
            "gradatim_verdicts", "Verdicts that this process came to", ("kind", "verdict"), registry=own
        )
        self._waited = Histogram(
            "gradatim_waiting_seconds", "From handing in to a worker", ("kind",), buckets=WAITING_SECONDS, registry=own
        )
        self._graded = Histogram(
            "gradatim_grading_seconds", "From claim to verdict", ("kind",), buckets=GRADING_SECONDS, registry=own
        )
        self._faults = Counter(
            "gradatim_faults", "Gradings that came to nothing by a fault of ours", ("what",), registry=own
        )

    def answered(self, *, endpoint: str, method: str, status: int, seconds: float) -> None:
        self._requests.labels(endpoint, method, str(status)).inc()
        self._pages.labels(endpoint).observe(seconds)

    def submitted(self, kind: str) -> None:
        self._submitted.labels(kind).inc()

    def claimed(self, claim: Claim, *, waited_seconds: float) -> None:
        self._waited.labels(claim.kind.value).observe(max(0.0, waited_seconds))  # clocks of two machines

    def graded(self, claim: Claim, *, verdict: Verdict, seconds: float) -> None:
        self._verdicts.labels(claim.kind.value, verdict.value).inc()
        self._graded.labels(claim.kind.value).observe(seconds)

    def fault(self, what: str) -> None:
        """`what`: engine; ours; stalled; overtaken, by a learner who cancelled or by another worker."""
        self._faults.labels(what).inc()

    def exposed(self, others: Iterable[Collector] = ()) -> bytes:
        """All of it as Prometheus reads it, with what `others` know at this moment."""
        from prometheus_client import CollectorRegistry, generate_latest

        asked = CollectorRegistry()
        for collector in (*self._counted(asked), *others):
            asked.register(collector)
        return generate_latest(asked)

    def _counted(self, asked: CollectorRegistry) -> Iterable[Collector]:
        from prometheus_client import ProcessCollector
        from prometheus_client.multiprocess import MultiProcessCollector

        if self._shared:
            return [MultiProcessCollector(None)]
        return [self._own, ProcessCollector(registry=None)]
