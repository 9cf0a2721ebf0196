"""docker-compose.yml, whole: a submission in the browser, a worker killed in the middle of it, and its verdict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from deploy import images
from gradatim.services import templates
from tests.browser.workspace import Workspace
from tests.deploy.composition import Composition, docker, small_problem, until

WORKERS = 4
pytestmark = [pytest.mark.docker, pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Composition]:
    images.ensure(print)  # on a new machine minutes, in which the other tests go on
    problems = small_problem(tmp_path)
    running = Composition(tmp_path, GRADATIM_PROBLEMS_FOLDER=str(problems), GRADATIM_LEASE_SECONDS="3")
    try:
        running.up("--scale", f"worker={WORKERS}")
        yield running
    finally:
        running.down()


def test_a_worker_that_is_killed_while_it_grades_costs_a_wait_and_nothing_else(
    site: Composition, browser: Browser
) -> None:
    context = browser.new_context(base_url=site.url)
    workspace = Workspace(context.new_page()).open("running-mean")
    solution = templates.files_of("function")["solution.py"].decode()
    workspace.write(f"import time\ntime.sleep(4)\n{solution}")
    workspace.page.keyboard.press("Control+Enter")
    host = worker_at_work(site)
    [victim] = [each for each in site.workers if each.startswith(host)]
    docker("kill", "--signal", "KILL", victim)

    workspace.graded()
    assert workspace.verdict in ("passed", "time_limit")  # the latter where the machine is very busy
    [row] = site.ask("SELECT state, attempt > 1, faults, waiting_reason FROM submissions").splitlines()
    assert row == "done|t|0|"
    # Nobody is left to remove what the victim had made, and its process ids mean nothing to the other worker.
    until(lambda: not site.sandboxes(host), what=lambda: f"the sandboxes of {host} stay")
    assert site.ask("SELECT count(*) FROM workers") == str(WORKERS)
    context.close()


def worker_at_work(site: Composition) -> str:
    """The host of whoever grades the one submission, once somebody does: the short id of its container."""
    seen: list[str] = []

    def look() -> bool:
        seen.append(site.ask("SELECT claimed_by FROM submissions WHERE state = 'claimed'"))
        return bool(seen[-1])

    until(look, what=lambda: site.compose("logs", "worker"))
    return seen[-1].partition("@")[0]
