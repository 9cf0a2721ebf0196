"""The audit log, for staff: as a page and as a file."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, render_template, request

from gradatim.services import audit
from gradatim.services.audit import Event, WantedEvents
from gradatim.web import sheets
from gradatim.web.accounts import let_go_of_database
from gradatim.web.guards import only_staff
from gradatim.web.state import state

bp = Blueprint("audit", __name__)
bp.before_request(only_staff)


@bp.get("/staff/audit")
def index() -> str:
    wanted, sessions = _wanted(), state().sessions
    found = audit.events(sessions, wanted, number=request.args.get("page", 1, type=int))
    return render_template("staff/audit.html", events=found, wanted=wanted, actions=audit.actions(sessions))


@bp.get("/staff/audit.csv")
def as_csv() -> Response:
    """All that the page would show on all of its pages."""
    events = audit.all_events(state().sessions, _wanted())
    let_go_of_database(current_app)
    return sheets.download(_rows(events), name="audit")


def _wanted() -> WantedEvents:
    return WantedEvents(*(request.args.get(name, "").strip() for name in ("actor", "action", "subject")))


def _rows(events: Iterator[Event]) -> Iterator[tuple[str, ...]]:
    yield ("at", "actor", "action", "subject", "detail")
    for event in events:
        detail = json.dumps(event.detail) if event.detail else ""
        yield (event.at.isoformat(), event.actor, event.action, event.subject, detail)
