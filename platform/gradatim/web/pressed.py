"""Fewer bytes on the wire: static files as the bundler pressed them, and pages pressed as they go.

Of static files only what lies there beside the file itself is sent, `name.br` or `name.gz`. A page that is pressed
could be guessed at by its length, if it held a secret together with words that another site put into it. Ours hold a
form's token, so whatever may repeat words of its address is sent as it is: the sign-in page, and what has a query.
"""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import Any

from flask import Flask, Response, request, send_from_directory
from werkzeug.security import safe_join

ENDINGS = {"br": ".br", "gzip": ".gz"}  # the smaller first
LEAST_BYTES = 2048  # less fits into a packet or two anyway


def init_pressed(app: Flask) -> None:
    plain, folder = app.view_functions["static"], str(app.static_folder)

    def static(filename: str) -> Any:
        for encoding, ending in ENDINGS.items():
            if request.accept_encodings.quality(encoding) and _is_file(folder, filename + ending):
                return _pressed_file(folder, filename, encoding=encoding)
        return plain(filename=filename)

    app.view_functions["static"] = static
    app.after_request(_press_page)


def _is_file(folder: str, name: str) -> bool:
    path = safe_join(folder, name)
    return path is not None and Path(path).is_file()


def _pressed_file(folder: str, filename: str, *, encoding: str) -> Response:
    kind = mimetypes.guess_type(filename)[0]
    response = send_from_directory(folder, filename + ENDINGS[encoding], mimetype=kind)
    response.headers["Content-Encoding"] = encoding
    response.vary.add("Accept-Encoding")
    return response


def _press_page(response: Response) -> Response:
    if response.mimetype != "text/html" or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    if request.blueprint == "security" or request.args:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= LEAST_BYTES and request.accept_encodings.quality("gzip"):
        response.set_data(gzip.compress(body, compresslevel=5, mtime=0))  # sets the length too
        response.headers["Content-Encoding"] = "gzip"
    return response
