"""Which sources are graded at all. The others are stored all the same, with the reason."""

from __future__ import annotations

MAX_SOURCE_BYTES = 64 * 1024


def why_rejected(source: bytes) -> str | None:
    """A sentence for the student, or None for a source that can be graded."""
    if len(source) > MAX_SOURCE_BYTES:
        return f"The source is {len(source):,} bytes long; at most {MAX_SOURCE_BYTES:,} are accepted."
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        return f"The source is not UTF-8 text: byte {error.start} cannot be read."
    if "\0" in text:
        return f"The source holds a NUL character, in line {text[: text.index(chr(0))].count(chr(10)) + 1}."
    return None
