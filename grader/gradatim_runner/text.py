"""Text that came from learner code, made harmless to show in a terminal, on a page and in a database."""

from __future__ import annotations

KEPT = {"\n", "\t"}
BIDI = {chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)}


def clean(text: str) -> str:
    """Control characters as their pictures (NUL becomes U+2400), bidirectional controls and lone surrogates as text.

    Line ends become "\\n". What is left can be stored, printed and laid out without acting on its surroundings.
    """
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in KEPT else _shown(c) for c in text)


def _shown(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if character in BIDI or 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000:
        return f"\\u{code:04x}"
    return character
