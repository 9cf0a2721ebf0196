"""The event stream of one submission: its state while it waits, each test as it ends, the verdict, the end.

A stream lives for minutes, so it holds no database connection: each look is a session of its own. It is woken by
notices where the workers are in this process, and looks again every little while where they are not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from flask import Response, abort, render_template, stream_with_context

from gradatim.db import UNREACHABLE
from gradatim.errors import NotFound
from gradatim.models import State
from gradatim.services import history
from gradatim.services.accounts import Viewer
from gradatim.services.history import Standing
from gradatim.services.notices import Topic, Watch
from gradatim.web.state import Site, state

log = structlog.get_logger(__name__)

LOOK_SECONDS = 0.2
LOOK_WHEN_TOLD_SECONDS = 1.0  # for the place in the queue: nobody tells of that
KEEPALIVE_SECONDS = 10.0
LONGEST_SECONDS = 120.0  # then the browser connects again, and a stuck stream is not stuck for long
RETRY_MS = 1000
MOST_THREADS = 0.75  # of the process, that streams may hold; the others are for pages


def stream(submission_id: int, *, who: Viewer) -> Response:
    """The stream of one submission; see `answer`."""
    look, pause = partial(_look, state(), submission_id, who), partial(_pause, state())
    return answer(follow(state(), submission_id, look, pause=pause))


def answer(events: Iterator[str]) -> Response:
    """A stream, or 503 where others already hold most threads: the page then asks now and again instead."""
    if state().notices.watching() >= state().settings.web_threads * MOST_THREADS:
        abort(503)
    response = Response(stream_with_context(events), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # proxies must pass events on at once
    return response


def event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


@dataclass(frozen=True)
class Look:
    """What one look found: the state to tell where it is news, or the last event where all is over."""

    said: dict[str, Any]
    last: str = ""


def follow(
    site: Site, topic: Topic, look: Callable[[Watch], Look], *, pause: Callable[[Watch], object]
) -> Iterator[str]:
    """The events of one thing that is being done: looks when told, and every little while, until it is over.

    Where `look` finds that the thing is gone, or the database away, the stream ends, and the browser asks again.
    """
    yield f"retry: {RETRY_MS}\n\n"
    started = spoke = time.monotonic()
    said: dict[str, Any] = {}
    with site.notices.watch(topic) as watch:
        while True:
            try:
                found = look(watch)
            except NotFound:
                return
            except UNREACHABLE as error:
                log.warning("an event stream ended", topic=str(topic), reason=" ".join(str(error).split()))
                return
            if found.last:
                yield found.last
                return
            now = time.monotonic()
            if now - started > LONGEST_SECONDS or site.notices.closing:
                return
            if found.said != said:
                said, spoke = found.said, now
                yield event("state", said)
            elif now - spoke > KEEPALIVE_SECONDS:
                spoke = now
                yield ": still here\n\n"
            pause(watch)


def _look(site: Site, submission_id: int, who: Viewer, watch: Watch) -> Look:
    standing = history.standing_of(site.sessions, submission_id)
    return Look({}, _done(site, submission_id, who)) if standing.is_over else Look(_said(standing, watch))


def _pause(site: Site, watch: Watch) -> None:
    if site.notices.told_here:
        watch.wait(timeout_seconds=LOOK_WHEN_TOLD_SECONDS)
    else:
        time.sleep(LOOK_SECONDS)


def _said(standing: Standing, watch: Watch) -> dict[str, Any]:
    """`tests`: title and outcome of those that have ended, of hidden ones too, and nothing else of them."""
    finished = (watch.finished or standing.finished) if standing.state == State.CLAIMED else None
    return {
        "state": standing.shown,
        "position": standing.position,
        "done": None if finished is None else len(finished),
        "total": standing.total,
        "tests": [{"title": test.title, "outcome": test.outcome} for test in finished or ()],
    }


def _done(site: Site, submission_id: int, who: Viewer) -> str:
    submission = history.submission_for(site.sessions, submission_id, viewer=who)
    report = submission.report()
    html = render_template("partials/outcome.html", submission=submission, report=report)
    return event("done", {"html": html, "verdict": submission.verdict})
