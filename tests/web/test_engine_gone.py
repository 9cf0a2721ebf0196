"""The engine goes away while it grades: the student is told to wait, staff why, and the verdict comes later."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import OpenerDirector

import pytest

from gradatim import db
from gradatim.models import Submission
from proof.site import Site, with_one_problem
from tests.waiting import until
from tests.web.asking import new_browser, read, submit, token_of
from tests.web.engine_proxy import EngineProxy
from tests.web.test_killed_server import SLOW

pytestmark = pytest.mark.docker


def test_a_submission_outlives_the_engine(tmp_path: Path, short_folder: Path) -> None:
    student, staff = new_browser(), new_browser()
    with (
        EngineProxy(short_folder) as engine,
        Site(tmp_path, DOCKER_HOST=engine.address, **with_one_problem(tmp_path)) as site,
    ):
        sign_in(staff, site)
        url = site.url + submit(student, site.url, SLOW)
        until(lambda: read(student, url)["state"] == "claimed")
        engine.cut()
        until(lambda: read(student, url)["state"] == "waiting")
        until(lambda: "The grader cannot be reached just now" in shown(student, url))
        until(lambda: "Docker Engine" in shown(staff, f"{site.url}/staff"))
        engine.restore()
        until(lambda: read(student, url)["state"] == "done")
        assert read(student, url)["verdict"] in ("passed", "time_limit")  # the latter on a very busy machine
    sessions = db.connect(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    with sessions.read() as session:
        [submission] = session.query(Submission).all()
        assert (submission.faults, submission.lapses) == (0, 0)
    sessions.close()


def shown(browser: OpenerDirector, url: str) -> str:
    """A page. Between two tries the submission is claimed again, and then nothing is said of a wait."""
    with browser.open(url) as page:
        return str(page.read().decode())


def sign_in(browser: OpenerDirector, site: Site) -> None:
    found = re.search(r"Sign in as instructor: (\S+), password (\S+)", site.output)
    assert found
    form = {"email": found[1], "password": found[2], "csrf_token": token_of(browser, f"{site.url}/login")}
    browser.open(f"{site.url}/login", data=urlencode(form).encode()).close()
