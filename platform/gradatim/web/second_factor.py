"""The second factor: codes of an authenticator, each good for one sign-in, and recovery codes for when it is lost.

What is stored of both is sealed with keys made from the site's secret. A new secret makes them unreadable: then
`gradatim user reset --second-factor` lets somebody in again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any

from flask_security.totp import Totp
from passlib.totp import TotpMatch

WINDOW_SECONDS = 30  # how far a device's clock may be off


class EachCodeOnce(Totp):
    """A code that was used, or seen over a shoulder, is worth nothing."""

    def get_last_counter(self, user: Any) -> int | None:
        counter: int | None = user.tf_counter
        return counter

    def set_last_counter(self, user: Any, tmatch: TotpMatch) -> None:
        user.tf_counter = tmatch.counter


def options(secret: str) -> dict[str, Any]:
    """Flask-Security's settings for it."""
    return {
        "SECURITY_TWO_FACTOR": True,
        "SECURITY_TWO_FACTOR_ENABLED_METHODS": ["authenticator"],
        "SECURITY_TWO_FACTOR_AUTHENTICATOR_VALIDITY": WINDOW_SECONDS,
        "SECURITY_TWO_FACTOR_RESCUE_EMAIL": False,
        "SECURITY_TWO_FACTOR_POST_SETUP_VIEW": "/account",
        "SECURITY_TOTP_SECRETS": {"1": _key(secret, "second factor").hex()},
        "SECURITY_TOTP_ISSUER": "Gradatim",
        "SECURITY_MULTI_FACTOR_RECOVERY_CODES": True,
        "SECURITY_MULTI_FACTOR_RECOVERY_CODES_N": 8,
        "SECURITY_MULTI_FACTOR_RECOVERY_CODES_KEYS": [base64.urlsafe_b64encode(_key(secret, "recovery codes"))],
    }


def _key(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), purpose.encode(), hashlib.sha256)
