"""`kill -9` of the real server while it grades, then a start: the verdict is there once, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from gradatim import db
from gradatim.models import State, StoredTest, Submission
from proof.site import Site, with_one_problem
from tests.waiting import as_in_a_terminal, until
from tests.web.asking import new_browser, read, submit

pytestmark = pytest.mark.docker

# Right, but slow enough to be killed in the middle.
SLOW = """
import time
import numpy as np
time.sleep(3)
def positional_encoding(seq_length, d_model):
    angles = np.arange(seq_length)[:, None] / 10000 ** (np.arange(d_model) // 2 * 2 / d_model)
    return np.where(np.arange(d_model) % 2, np.cos(angles), np.sin(angles))
"""


def test_a_server_that_is_killed_while_grading_finishes_it_after_a_start(tmp_path: Path) -> None:
    browser = new_browser()
    with Site(tmp_path, **with_one_problem(tmp_path)) as site:
        url = site.url + submit(browser, site.url, SLOW)
        until(lambda: read(browser, url)["state"] == "claimed")
        owners = container_owners()
        site.kill()
        assert owners <= container_owners()  # nobody was left to remove them
        site.start()
        until(lambda: read(browser, url)["state"] == "done")
        # Only the killed server's: other tests' sites have containers too.
        killed = claimed_by_dead(owners)
        until(lambda: not killed & container_owners())
        report = read(browser, url)
    assert report["verdict"] in ("passed", "time_limit")  # the latter where the machine is very busy
    sessions = db.connect(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    with sessions.read() as session:
        [submission] = session.query(Submission).all()
        assert (submission.state, submission.attempt, submission.faults) == (State.DONE, 2, 0)
        assert session.query(StoredTest).count() == len(report["tests"])
    sessions.close()


def test_a_server_that_is_told_to_stop_puts_back_what_it_grades_and_removes_its_containers(tmp_path: Path) -> None:
    browser = new_browser()
    site = Site(tmp_path, **with_one_problem(tmp_path))
    site.start()
    url = site.url + submit(browser, site.url, SLOW.replace("sleep(3)", "sleep(4.9)"))
    until(lambda: read(browser, url)["state"] == "claimed")
    before = container_owners()
    site.stop()
    assert not claimed_by_dead(before) & container_owners()
    assert "Traceback" not in site.output
    sessions = db.connect(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    with sessions.read() as session:
        [submission] = session.query(Submission).all()
        assert submission.state in (State.QUEUED, State.DONE)  # done, where it was just in time
        assert (submission.verdict is None) == (submission.state == State.QUEUED)
        assert (submission.faults, submission.waiting_reason) == (0, "")
    sessions.close()


def test_a_closed_terminal_ends_the_site_with_its_containers(tmp_path: Path) -> None:
    site = Site(tmp_path, **with_one_problem(tmp_path))
    with as_in_a_terminal():
        site.start()
    until(lambda: f"/{child_of(site.pid)}/" in " ".join(container_owners()))
    owners = container_owners()
    os.killpg(site.pid, signal.SIGHUP)
    until(lambda: not site.runs)
    site.stop()
    assert not claimed_by_dead(owners) & container_owners()
    assert "Traceback" not in site.output


def child_of(pid: int) -> str:
    """The one process that a server without a broker starts."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0]


def container_owners() -> set[str]:
    """The processes that our containers on this engine belong to."""
    command = ["docker", "ps", "--all", "--filter", "label=gradatim", "--format", '{{.Label "gradatim.owner"}}']
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def claimed_by_dead(owners: set[str]) -> set[str]:
    return {owner for owner in owners if not Path(f"/proc/{owner.split('/')[1]}").exists()}
