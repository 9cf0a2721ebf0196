"""What browsers are told never to do on our pages, and how long they may keep what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, Response, request
from flask_talisman import Talisman

from gradatim.settings import Settings

View = TypeVar("View", bound=Callable[..., object])

# Only our own files, and the scripts and styles that carry this response's nonce: CodeMirror adds its styles so.
POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
PERMISSIONS = dict.fromkeys(("browsing-topics", "camera", "geolocation", "microphone", "payment", "usb"), "()")


def init_headers(app: Flask, settings: Settings) -> None:
    https = settings.public_url.startswith("https://")
    Talisman(
        app,
        force_https=https,
        strict_transport_security=https,
        session_cookie_secure=https,
        session_cookie_samesite="Lax",
        content_security_policy=POLICY,
        content_security_policy_nonce_in=["script-src", "style-src"],
        frame_options="DENY",
        referrer_policy="same-origin",
        permissions_policy=PERMISSIONS,
    )
    app.config["REMEMBER_COOKIE_SECURE"] = https
    app.config["REMEMBER_COOKIE_HTTPONLY"] = True
    app.config["REMEMBER_COOKIE_SAMESITE"] = "Lax"
    app.after_request(_say_how_long)


def over_plain_http(view: View) -> View:
    """Let a view be asked without https, also where every page sends browsers there."""
    view.talisman_view_options = {"force_https": False}  # type: ignore[attr-defined]  # the library's own word
    return view


def _say_how_long(response: Response) -> Response:
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    elif request.path.startswith("/static/dist/assets/") and response.status_code == 200:
        # The bundler puts a hash of the content into these names.
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    return response
