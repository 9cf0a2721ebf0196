"""What the views work with, kept on the application."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import current_app

from gradatim.db import Sessions
from gradatim.services.notices import Notices
from gradatim.services.queue import Queue
from gradatim.settings import Settings

KEY = "gradatim"


@dataclass
class Site:
    """`grader_status` tells staff of the engine, where the grader is in this process."""

    settings: Settings
    sessions: Sessions
    queue: Queue
    notices: Notices
    grader_status: Callable[[], dict[str, Any]] | None = None


def state() -> Site:
    site: Site = current_app.extensions[KEY]
    return site
