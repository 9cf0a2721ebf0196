"""What the views work with, kept on the application."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from gradatim.db import Sessions
from gradatim.services.mail import Mailer
from gradatim.services.metrics import Metrics
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue
from gradatim.services.readiness import Readiness
from gradatim.settings import Settings

KEY = "gradatim"


@dataclass
class Site:
    """`mailer`: None for a site that sends no mail."""

    settings: Settings
    sessions: Sessions
    queue: Queue
    notices: Notices
    readiness: Readiness
    metrics: Metrics
    mailer: Mailer | None = None


def state() -> Site:
    site: Site = current_app.extensions[KEY]
    return site
