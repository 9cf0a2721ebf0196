"""What is accepted as a submission's source: strict UTF-8 text of bounded size."""

from __future__ import annotations

from gradatim_runner.frames import MAX_SOURCE_BYTES


def refusal(source: bytes) -> str | None:
    """One sentence that says why the source is rejected, or None where it is accepted."""
    if len(source) > MAX_SOURCE_BYTES:
        return f"Your code is {len(source):,} bytes long; the most is {MAX_SOURCE_BYTES:,}."
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        return f"Your code is not UTF-8 text: see line {line}. Save it as UTF-8 and try again."
    if "\0" in text:
        line = text[: text.index(chr(0))].count("\n") + 1
        return f"Your code holds a NUL character in line {line}, which Python does not allow. Remove it."
    return None


def lines_of(source: bytes) -> int:
    """As Python counts them."""
    return source.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1


def normalised(source: bytes) -> bytes:
    """Accepted source as Python reads a file: without a byte order mark."""
    return source.decode("utf-8-sig").encode()
