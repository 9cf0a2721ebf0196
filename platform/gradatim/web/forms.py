"""What students send: source code, byte for byte as far as a form can carry it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from flask import Flask, request
from flask_security import current_user

from gradatim.errors import NoSource
from gradatim_grader.archive import MAX_ZIP_BYTES

LARGE = {"authoring.make": MAX_ZIP_BYTES + (1 << 20)}  # what may be larger than all else, from whom we know
UNREADABLE = "\N{REPLACEMENT CHARACTER}".encode()


def init_forms(app: Flask) -> None:
    """Must come before whatever else reads forms, the check of their tokens too."""
    app.before_request(_keep_body)


def _keep_body() -> None:
    if request.method == "POST":
        if request.endpoint in LARGE and current_user.is_authenticated:
            request.max_content_length = LARGE[request.endpoint]
        request.get_data()  # at most MAX_CONTENT_LENGTH; once a form was parsed its bytes would be gone


@dataclass(frozen=True)
class SubmissionForm:
    source: bytes

    @classmethod
    def from_request(cls) -> SubmissionForm:
        """Raises NoSource where the form has no field or file `source`."""
        uploaded = request.files.get("source")
        if uploaded is not None:
            return cls(uploaded.read())
        source = _field()
        if source is None:
            raise NoSource
        return cls(source.replace(b"\r\n", b"\n"))  # browsers send a text area's lines so


def _field() -> bytes | None:
    if request.mimetype == "application/x-www-form-urlencoded":
        # request.form has put replacement characters in place of what is no UTF-8; the grader must see it as it is.
        pairs = parse_qsl(request.get_data().decode("latin-1"), keep_blank_values=True, encoding="latin-1")
        for name, value in pairs:
            if name == "source":
                return value.encode("latin-1")  # which maps each byte to a character, and back
        return None
    text = request.form.get("source")
    if text is None:
        return None
    source = text.encode("utf-8", "surrogatepass")
    # Here the bytes themselves are lost; what could not be read stays unreadable, so that it is rejected.
    return source if _is_utf8(request.get_data()) else source.replace(UNREADABLE, b"\xff")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
