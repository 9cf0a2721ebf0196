"""Static files as the bundler pressed them: `name.br` or `name.gz` in place of `name`, where the browser takes it.

Nothing is compressed here: only what lies there beside the file itself is sent.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from flask import Flask, Response, request, send_from_directory
from werkzeug.utils import safe_join

ENDINGS = {"br": ".br", "gzip": ".gz"}  # the smaller first


def init_pressed(app: Flask) -> None:
    plain, folder = app.view_functions["static"], str(app.static_folder)

    def static(filename: str) -> Any:
        for encoding, ending in ENDINGS.items():
            if encoding in request.accept_encodings and _is_file(folder, filename + ending):
                return _pressed(folder, filename, encoding=encoding)
        return plain(filename=filename)

    app.view_functions["static"] = static


def _is_file(folder: str, name: str) -> bool:
    path = safe_join(folder, name)
    return path is not None and Path(path).is_file()


def _pressed(folder: str, filename: str, *, encoding: str) -> Response:
    kind = mimetypes.guess_type(filename)[0]
    response = send_from_directory(folder, filename + ENDINGS[encoding], mimetype=kind)
    response.headers["Content-Encoding"] = encoding
    response.vary.add("Accept-Encoding")
    return response
