"""The event stream: the state while it waits, the verdict, the end."""

from __future__ import annotations

import threading
from contextlib import ExitStack

from flask import Flask

from gradatim.db import Sessions
from gradatim.services import grading
from gradatim.services.notices import Finished, Notices
from gradatim.settings import Settings
from gradatim.web.events import MOST_THREADS
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services.fakes import MemoryGrader, report_of
from tests.web.visiting import Visitor


def test_the_verdict_arrives_by_itself_and_the_stream_ends(
    visitor: Visitor, problem: Problem, grader: MemoryGrader
) -> None:
    events = list(visitor.events(visitor.submit("# verdict: failed\n")))
    names = [name for name, _ in events]
    assert names[-1] == "done"
    assert set(names[:-1]) <= {"state"}
    done = events[-1][1]
    assert done["verdict"] == "failed"
    assert 'data-verdict="failed"' in done["html"]
    assert "It triples" in done["html"]


def test_a_stream_of_what_is_done_already_tells_it_at_once(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    made = visitor.submit()
    claim = grading.claim(sessions, made, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert [name for name, _ in visitor.events(made)] == ["done"]


def test_one_who_waits_is_told_the_place_in_the_queue_and_that_grading_began(
    visitor: Visitor, other: Visitor, problem: Problem, sessions: Sessions, notices: Notices
) -> None:
    first, second = other.submit(), visitor.submit()
    events = visitor.events(second)
    assert next(events) == ("state", {"state": "queued", "position": 2, "done": None, "total": 1, "tests": []})
    grading.claim(sessions, first, owner="w", lease_seconds=60)
    assert next(events)[1]["position"] == 1
    claim = grading.claim(sessions, second, owner="w", lease_seconds=60)
    assert claim is not None
    notices.tell(second, finished=(Finished("Doubles", "passed"),))
    told = {"state": "claimed", "position": None, "done": 1, "total": 1}
    assert next(events) == ("state", told | {"tests": [{"title": "Doubles", "outcome": "passed"}]})
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert [name for name, _ in events] == ["done"]


def test_a_waiting_stream_holds_no_database_connection(visitor: Visitor, problem: Problem, sessions: Sessions) -> None:
    events = visitor.events(visitor.submit())
    next(events)
    assert "Connections in pool" in sessions.engine.pool.status()
    assert sessions.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_one_who_waits_for_the_engine_is_told_so_and_not_why(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    made = visitor.submit()
    claim = grading.claim(sessions, made, owner="w", lease_seconds=60)
    assert claim is not None
    grading.wait_for_engine(sessions, claim, reason="Docker is in flames")
    assert next(visitor.events(made))[1]["state"] == "waiting"
    assert visitor.get(f"/submissions/{made}.json").get_json()["state"] == "waiting"
    fragment = visitor.get(f"/submissions/{made}/result")
    assert fragment.headers["X-State"] == "waiting"
    assert "Waiting for the grader" in fragment.text
    assert "flames" not in fragment.text + visitor.get(f"/submissions/{made}").text


def test_streams_leave_threads_for_pages(
    app: Flask, visitor: Visitor, problem: Problem, notices: Notices, settings: Settings
) -> None:
    made = visitor.submit()
    with ExitStack() as others:
        for number in range(int(settings.web_threads * MOST_THREADS)):
            others.enter_context(notices.watch(number))
        assert visitor.get(f"/submissions/{made}/events").status_code == 503
        assert visitor.get(f"/submissions/{made}/result").status_code == 200


def test_a_server_that_is_going_ends_its_streams(visitor: Visitor, problem: Problem, notices: Notices) -> None:
    events = visitor.events(visitor.submit())
    next(events)
    threading.Timer(0.05, notices.close).start()
    assert list(events) == []


def test_streams_see_the_verdict_also_where_nobody_tells_them(
    visitor: Visitor, problem: Problem, sessions: Sessions, notices: Notices
) -> None:
    notices.told_here = False  # as where the workers are elsewhere
    made = visitor.submit()
    events = visitor.events(made)
    next(events)
    claim = grading.claim(sessions, made, owner="elsewhere", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=Verdict.PASSED))
    assert [name for name, _ in events][-1] == "done"
