"""Metrics, and the id that goes with a request into the log."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from gradatim.app import create_app
from gradatim.db import Sessions
from gradatim.services import grading
from gradatim.services.metrics import Metrics
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.settings import Settings
from gradatim.worker import WorkerProcess
from gradatim.worker.exporter import Exporter
from gradatim_grader.problem import Problem
from tests.services import making
from tests.services.fakes import MemoryGrader
from tests.services.test_worker import eventually, finished
from tests.web.visiting import Visitor

Site = Callable[..., Flask]


@pytest.fixture
def site_with(settings: Settings, sessions: Sessions) -> Site:
    return lambda **more: create_app(settings.model_copy(update=more), sessions=sessions)


def read(text: str) -> dict[str, float]:
    """Every sample, by its name and labels."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {
        sample.name + "".join(f" {value}" for _, value in sorted(sample.labels.items())): sample.value
        for sample in samples
    }


def test_metrics_tell_of_requests_queues_and_verdicts(visitor: Visitor, problem: Problem, sessions: Sessions) -> None:
    visitor.submit()
    stuck = making.submitted(sessions)
    claim = grading.claim(sessions, stuck.id, owner="w", lease_seconds=60)
    assert claim is not None
    seen = read(visitor.get("/metrics").text)
    assert seen["gradatim_queue_length submit"] == 1
    assert seen["gradatim_being_graded submit"] == 1
    assert seen["gradatim_submitted_total submit"] == 1
    assert seen["gradatim_requests_total submissions.create POST 201"] == 1
    assert seen["gradatim_database_up"] == seen["gradatim_broker_up"] == 1


def test_the_worker_counts_what_it_graded_and_how_long_it_took(
    settings: Settings, sessions: Sessions, problem: Problem
) -> None:
    metrics = Metrics()
    worker = WorkerProcess(
        settings,
        sessions=sessions,
        queue=Queue(broker_for(settings)),
        notices=Notices(told_here=True),
        grader=MemoryGrader(),
        metrics=metrics,
    )
    made = making.submitted(sessions, source=b"# verdict: failed\n")
    worker.start()
    finished(sessions, made.id)
    worker.close()
    seen = read(metrics.exposed().decode())
    assert seen["gradatim_verdicts_total submit failed"] == 1
    assert seen["gradatim_grading_seconds_count submit"] == seen["gradatim_waiting_seconds_count submit"] == 1


@pytest.mark.parametrize(
    ("more", "address", "said", "status"),
    [
        pytest.param({}, "127.0.0.1", "", 200, id="this machine"),
        pytest.param({}, "::1", "", 200, id="this machine, by its newer address"),
        pytest.param({}, "192.0.2.7", "", 404, id="another machine"),
        pytest.param({"public_url": "http://g.example"}, "127.0.0.1", "", 404, id="a public site, through a proxy"),
        pytest.param({"proxies": 1}, "127.0.0.1", "", 404, id="a site behind a proxy"),
        pytest.param({"metrics_token": "s3cret"}, "192.0.2.7", "Bearer s3cret", 200, id="with the token"),
        pytest.param({"metrics_token": "s3cret"}, "127.0.0.1", "Bearer wrong", 404, id="with another token"),
        pytest.param({"metrics_token": "s3cret"}, "127.0.0.1", "", 404, id="without the token that there is"),
    ],
)
def test_metrics_are_not_for_the_public(
    settings: Settings, sessions: Sessions, more: dict[str, str], address: str, said: str, status: int
) -> None:
    app = create_app(Settings(**(settings.model_dump() | more)), sessions=sessions)
    headers = {"Authorization": said} if said else {}
    answer = app.test_client().get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == status


def test_one_id_goes_from_the_request_to_the_verdict(
    visitor: Visitor, problem: Problem, sessions: Sessions, grader: MemoryGrader
) -> None:
    with capture_logs(processors=[merge_contextvars]) as lines:
        answer = visitor.send()
        made = answer.get_json()["id"]
        eventually(lambda: any(line["event"] == "graded" for line in lines))
    request_id = answer.headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{32}", request_id)
    assert finished(sessions, made).request_id == request_id
    said = {line["event"]: line for line in lines if line.get("request") == request_id}
    assert said["submitted"]["submission"] == said["graded"]["submission"] == made
    assert said["graded"]["verdict"] == "passed"


def test_an_id_of_the_proxys_is_kept_where_there_is_a_proxy_and_only_a_plain_one(site_with: Site) -> None:
    behind, alone = site_with(proxies=1).test_client(), site_with().test_client()
    given = {"X-Request-Id": "from-the-proxy-1"}
    assert behind.get("/healthz", headers=given).headers["X-Request-Id"] == "from-the-proxy-1"
    assert alone.get("/healthz", headers=given).headers["X-Request-Id"] != "from-the-proxy-1"
    strange = behind.get("/healthz", headers={"X-Request-Id": "a b\tc<d>"}).headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{32}", strange)


def test_a_workers_own_address_shows_what_it_counted_and_asks_for_the_token(settings: Settings) -> None:
    metrics = Metrics()
    metrics.fault("engine")
    exporter = Exporter(Settings(**(settings.model_dump() | {"metrics_token": "s3cret"})), metrics)
    exporter.start()
    url = f"http://127.0.0.1:{exporter.port}/metrics"
    try:
        with urlopen(Request(url, headers={"Authorization": "Bearer s3cret"})) as answer:
            assert read(answer.read().decode())["gradatim_faults_total engine"] == 1
        with pytest.raises(HTTPError, match="404"):
            urlopen(url)
    finally:
        exporter.close()


COUNTED_BY_TWO = """
import os
from gradatim.services.metrics import Metrics
metrics = Metrics()
if os.fork() == 0:
    metrics.submitted("run")
    os._exit(0)
os.wait()
metrics.submitted("run")
print(metrics.exposed().decode())
"""


def test_what_several_processes_count_is_added_up(tmp_path: Path) -> None:
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", COUNTED_BY_TWO], env=environment, capture_output=True, check=True)
    assert read(done.stdout.decode())["gradatim_submitted_total run"] == 2
