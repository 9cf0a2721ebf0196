"""Web and worker as processes of their own, with Redis between them and the real sandbox behind."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from proof.site import Site, with_one_problem
from tests.cli.running import ATTEMPTS, COMMAND
from tests.waiting import until
from tests.web.asking import new_browser, read, submit

pytestmark = pytest.mark.docker

STOP_SECONDS = 30


@contextmanager
def worker_of(site: Site, *, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as output:
        process = subprocess.Popen([COMMAND, "worker"], env=site.environment, stdout=output, stderr=output)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def test_a_worker_elsewhere_grades_and_another_takes_over_when_it_is_killed(tmp_path: Path, redis_url: str) -> None:
    source = (ATTEMPTS / "wrong_one_based.py").read_text()
    first, second = new_browser(), new_browser()
    with Site(
        tmp_path, GRADATIM_BROKER_URL=redis_url, GRADATIM_WEB_PROCESSES="1", **with_one_problem(tmp_path)
    ) as site:
        with worker_of(site, log=tmp_path / "first") as worker:
            url = site.url + submit(first, site.url, source)
            until(lambda: read(first, url)["state"] == "done")
            assert [pitfall["name"] for pitfall in read(first, url)["pitfalls"]] == ["one-based"]
            url = site.url + submit(second, site.url, "import time\ntime.sleep(4)\n" + source)
            until(lambda: read(second, url)["state"] == "claimed")
            worker.kill()
        with worker_of(site, log=tmp_path / "second"):
            until(lambda: read(second, url)["state"] == "done")
            assert read(second, url)["verdict"] in ("failed", "time_limit")  # the latter on a very busy machine
