"""How often somebody may ask: by visitor where known, else by address."""

from __future__ import annotations

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

from gradatim.settings import Settings
from gradatim.web.state import state
from gradatim.web.visitors import COOKIE, viewer

SIGN_INS = "10 per minute"
NEW_GUESTS_PER_VISITOR = 20  # times what one visitor may send: a class often shares one address

csrf = CSRFProtect()


def _who() -> str:
    user_id = viewer().user_id
    return f"address {get_remote_address()}" if user_id is None else f"user {user_id}"


def _sending() -> str:
    per_minute = state().settings.submissions_per_minute
    return f"{per_minute * (1 if COOKIE in request.cookies else NEW_GUESTS_PER_VISITOR)} per minute"


limiter = Limiter(_who, headers_enabled=True)
limit_sending = limiter.shared_limit(_sending, scope="sending")


def init_limits(app: Flask, settings: Settings) -> None:
    # The library's own word for a Redis on a socket. Without its Redis each process counts by itself.
    app.config["RATELIMIT_STORAGE_URI"] = settings.broker_url.replace("unix://", "redis+unix://", 1) or "memory://"
    app.config["RATELIMIT_IN_MEMORY_FALLBACK_ENABLED"] = True
    app.config["WTF_CSRF_TIME_LIMIT"] = None  # as long as the session: an editor stays open for days
    csrf.init_app(app)
    limiter.init_app(app)
    limited = limiter.limit(SIGN_INS, key_func=get_remote_address, methods=["POST"])
    app.view_functions["security.login"] = limited(app.view_functions["security.login"])  # type: ignore[assignment]
