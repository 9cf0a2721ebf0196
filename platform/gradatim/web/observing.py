"""Every request has an id, which its lines in the log carry, and those of the worker that grades what it sent."""

from __future__ import annotations

import re
import time
import uuid

from flask import Flask, Response, g, request
from structlog.contextvars import bind_contextvars, clear_contextvars

from gradatim.web.state import state

HEADER = "X-Request-Id"
PLAIN_ID = re.compile(r"[\w.:-]{8,64}", re.ASCII)


def init_observing(app: Flask) -> None:
    app.before_request(_begin)
    app.after_request(_end)


def request_id() -> str:
    """That of this request: the proxy's, where there is one in front and it gives any, or a new one."""
    if "request_id" not in g:
        given = request.headers.get(HEADER, "") if state().settings.proxies else ""
        g.request_id = given if PLAIN_ID.fullmatch(given) else uuid.uuid4().hex
    return str(g.request_id)


def _begin() -> None:
    g.began = time.perf_counter()
    clear_contextvars()  # of the request that this thread answered before
    bind_contextvars(request=request_id())


def _end(response: Response) -> Response:
    response.headers[HEADER] = request_id()
    if "began" in g:  # else it was refused before it began
        seconds, endpoint = time.perf_counter() - g.began, request.endpoint or "none"
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        state().metrics.answered(endpoint=endpoint, method=method, status=response.status_code, seconds=seconds)
    return response
