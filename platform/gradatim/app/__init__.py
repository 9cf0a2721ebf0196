"""Puts the site together: the Flask application over its services."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from gradatim import db
from gradatim.db import Sessions
from gradatim.services.mail import Mailer, mailer_for
from gradatim.services.metrics import Metrics
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue, broker_for
from gradatim.services.readiness import Readiness
from gradatim.settings import Settings
from gradatim.web import (
    account,
    audit,
    authoring,
    blocks,
    comparing,
    drafts,
    hints,
    insight,
    metrics_page,
    own_calls,
    people,
    problems,
    regrades,
    runs,
    site,
    solutions,
    staff,
    submissions,
)
from gradatim.web.accounts import init_accounts
from gradatim.web.assets import init_assets
from gradatim.web.errors import init_errors
from gradatim.web.forms import init_forms
from gradatim.web.headers import init_headers
from gradatim.web.lesson import init_lesson
from gradatim.web.limits import init_limits
from gradatim.web.markdown import init_markdown
from gradatim.web.mistakes import init_mistakes
from gradatim.web.observing import init_observing
from gradatim.web.pressed import init_pressed
from gradatim.web.state import KEY, Site

MAX_BODY_BYTES = 1 << 20


def create_app(
    settings: Settings,
    *,
    sessions: Sessions | None = None,
    queue: Queue | None = None,
    notices: Notices | None = None,
    metrics: Metrics | None = None,
    mailer: Mailer | None = None,
) -> Flask:
    """The application. What is not given is made from the settings; nothing is started."""
    app = Flask("gradatim", template_folder="templates", static_folder="static")
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # what only indents a template is not sent
    app.config.update(
        SECRET_KEY=settings.secret(),
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES,
    )
    sessions = sessions or db.connect(settings.database, connections=settings.database_connections)
    mailer = mailer or mailer_for(settings)
    app.extensions[KEY] = Site(
        settings=settings,
        sessions=sessions,
        queue=queue or Queue(broker_for(settings)),
        notices=notices or Notices(told_here=settings.embedded),
        readiness=Readiness(settings, sessions),
        metrics=metrics or Metrics(),
        mailer=mailer,
    )
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    init_observing(app)
    init_errors(app)
    init_headers(app, settings)
    init_forms(app)
    init_accounts(app, sessions, settings, sends_mail=mailer is not None)
    init_limits(app, settings)
    init_assets(app)
    init_markdown(app)
    init_lesson(app)
    init_mistakes(app)
    init_pressed(app)
    learning = (problems, blocks, hints, drafts, submissions, runs, own_calls, comparing, solutions)
    for room in (*learning, account, authoring, staff, regrades, insight, people, audit, site, metrics_page):
        app.register_blueprint(room.bp)
    return app
