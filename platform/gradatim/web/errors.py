"""Errors as pages, and as JSON where JSON is asked for.

| what | status |
|---|---|
| there is no such thing, or it is not the asker's | 404 |
| already being graded, or changed meanwhile | 409 |
| archived | 410 |
| too large to be read at all | 413 |
| understood, but lacks what it needs | 422 |
| too often | 429 |
| a form without its token | 400 |
| ours | 500 |
| the database is away, for a restart perhaps, full or too busy | 503 |
"""

from __future__ import annotations

from http import HTTPStatus

import structlog
from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from gradatim.db import UNREACHABLE, reason_of
from gradatim.errors import (
    BadArguments,
    DraftTooLarge,
    GradatimError,
    NoSource,
    NotFound,
    Refused,
    TooManyPending,
)
from gradatim.services.authoring.access import NotNow
from gradatim.services.authoring.files import FileConflict, FileTooLarge
from gradatim.services.regrades.beginning import NothingToRegrade, RegradeIsOpen
from gradatim.services.regrades.ending import RegradeIsOver, RegradeNotReady
from gradatim.services.visibility import Archived

log = structlog.get_logger(__name__)

STATUSES: list[tuple[type[Refused], int]] = [
    (NotFound, 404),
    (TooManyPending, 409),
    (RegradeIsOpen, 409),
    (RegradeIsOver, 409),
    (RegradeNotReady, 409),
    (NothingToRegrade, 422),
    (DraftTooLarge, 413),
    (FileTooLarge, 413),
    (FileConflict, 409),
    (NotNow, 409),
    (Archived, 410),
    (NoSource, 422),
    (BadArguments, 422),
    (Refused, 400),
]

PAGES = {
    400: ("This request makes no sense", "Go back, reload the page and try again."),
    401: ("Please sign in", "This page is for people with an account."),
    403: ("Not for you", "You may not see this page."),
    404: ("There is nothing here", "The address is wrong, or what was here is gone."),
    405: ("Not this way", "This address does not answer to that kind of request."),
    409: ("Not now", "Something is still going on. Try again in a moment."),
    410: ("Closed", "This takes nothing any more."),
    413: ("Too large", "At most 1 MiB can be sent, and at most 64 KiB of source are graded."),
    422: ("Something is missing", "The form came without what it needs."),
    429: ("Slowly, please", "You sent a lot in a short time. Wait a minute, then try again; nothing is lost."),
    500: ("Our mistake", "Something went wrong on our side. It has been noted; please try again."),
    503: (
        "Not ready",
        "The site cannot do this just now. What it said was stored is kept; please try again in a moment.",
    ),
}
AWAY = "The site is catching its breath. Nothing is lost: try again in a moment."
AWAY_SECONDS = 2  # after which to do so
CODES = {
    400: "bad_request",
    404: "not_found",
    409: "already_grading",
    413: "too_large",
    422: "invalid",
    429: "too_often",
}


def init_errors(app: Flask) -> None:
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CSRFError, _without_token)
    app.register_error_handler(HTTPException, _http)
    for away in UNREACHABLE:
        app.register_error_handler(away, _away)
    app.register_error_handler(Exception, _ours)


def wants_json() -> bool:
    if request.path.endswith(".json"):
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def _refused(error: Refused) -> Response:
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    return _answer(status, code=error.code, message=error.public)


def _without_token(error: CSRFError) -> Response:
    message = "This page has expired, or your browser keeps no cookies. Reload the page and try again."
    return _answer(400, code="csrf", message=message)


def _http(error: HTTPException) -> Response:
    response = error.get_response()
    if response.status_code < 400:  # a redirect on its way
        return make_response(response)
    answer = _answer(response.status_code)
    for name in ("Allow", "Retry-After"):
        if name in response.headers:
            answer.headers[name] = response.headers[name]
    return answer


def _away(error: Exception) -> Response:
    log.warning("the database does not answer", path=request.path, reason=reason_of(error))
    answer = _answer(503, code="away", message=AWAY)
    answer.headers["Retry-After"] = str(AWAY_SECONDS)
    return answer


def _ours(error: Exception) -> Response:
    log.error("a request failed", path=request.path, exc_info=error)
    return _answer(500, code=GradatimError.code)


def _answer(status: int, *, code: str = "", message: str = "") -> Response:
    title, usual = PAGES.get(status, (HTTPStatus(status).phrase, HTTPStatus(status).description))
    code, message = code or CODES.get(status, "error"), message or usual
    if wants_json():
        response = jsonify(error={"code": code, "message": message})
    else:
        response = make_response(render_template("errors/error.html", code=status, title=title, message=message))
    response.status_code = status
    return response
