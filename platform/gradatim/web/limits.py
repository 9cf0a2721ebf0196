"""How often somebody may ask: by visitor where known, else by address."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Flask, Response, request, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

from gradatim.settings import Settings
from gradatim.web.state import state
from gradatim.web.visitors import COOKIE, viewer

SIGN_INS = "10 per minute; 100 per hour"  # that failed, from one address
GUESSES = "50 per hour"  # at one account, from anywhere
CODES = "5 per minute; 30 per day"  # wrong ones for one account: of a million codes three are right at any time
SIGN_UPS = "20 per minute; 300 per day"  # from one address, which a class often shares
MAILS = "5 per hour"  # to one address
NEW_GUESTS_PER_VISITOR = 20  # times what one visitor may send: a class often shares one address

csrf = CSRFProtect()


def _who() -> str:
    user_id = viewer().user_id
    return f"address {get_remote_address()}" if user_id is None else f"user {user_id}"


def _sending() -> str:
    per_minute = state().settings.submissions_per_minute
    return f"{per_minute * (1 if COOKIE in request.cookies else NEW_GUESTS_PER_VISITOR)} per minute"


def _account() -> str:
    """The address that a form of an account names, whether it has an account or not."""
    given = request.get_json(silent=True) if request.is_json else request.form
    email = given.get("email") if isinstance(given, Mapping) else None
    return f"account {str(email or '').strip().lower()}"


def _half_signed_in() -> str:
    """Whoever has given a password and still owes a code, in whatever browser."""
    return f"account {session.get('tf_user_id', get_remote_address())}"


def _failed(response: Response) -> bool:
    """Whatever goes right leads on to another page, or says so in JSON."""
    return response.status_code not in (302, 303) and not (request.is_json and response.status_code == 200)


Counts = Callable[[Response], bool] | None
ACCOUNTS: dict[str, list[tuple[str, Callable[[], str], Counts]]] = {
    "security.login": [(SIGN_INS, get_remote_address, _failed), (GUESSES, _account, _failed)],
    "security.verify": [(SIGN_INS, _who, _failed)],
    "security.change_password": [(SIGN_INS, _who, _failed)],
    "security.two_factor_token_validation": [(CODES, _half_signed_in, _failed)],
    "security.mf_recovery": [(CODES, _half_signed_in, _failed)],
    "security.register": [(SIGN_UPS, get_remote_address, None), (MAILS, _account, None)],
    "security.forgot_password": [(SIGN_UPS, get_remote_address, None), (MAILS, _account, None)],
    "security.send_confirmation": [(SIGN_UPS, get_remote_address, None), (MAILS, _account, None)],
    "security.reset_password": [(SIGN_INS, get_remote_address, _failed)],
}

limiter = Limiter(_who, headers_enabled=True)
limit_sending = limiter.shared_limit(_sending, scope="sending")


def init_limits(app: Flask, settings: Settings) -> None:
    # The library's own word for a Redis on a socket. Without its Redis each process counts by itself.
    app.config["RATELIMIT_STORAGE_URI"] = settings.broker_url.replace("unix://", "redis+unix://", 1) or "memory://"
    app.config["RATELIMIT_IN_MEMORY_FALLBACK_ENABLED"] = True
    app.config["WTF_CSRF_TIME_LIMIT"] = None  # as long as the session: an editor stays open for days
    csrf.init_app(app)
    limiter.init_app(app)
    for endpoint, limits in ACCOUNTS.items():
        for limit, key, counts in limits:
            limited = limiter.limit(limit, key_func=key, methods=["POST"], deduct_when=counts)
            app.view_functions[endpoint] = limited(app.view_functions[endpoint])  # type: ignore[assignment]
