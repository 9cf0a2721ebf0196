"""Text from strangers on a terminal: shown, never obeyed."""

from __future__ import annotations

import unicodedata

KEPT = {"\n", "\t"}
HIDING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, formats such as bidi marks, surrogates, ...


def visible(text: str) -> str:
    """The text with every character that a terminal might act upon, or hide, written as an escape."""
    return "".join(
        char if char in KEPT or unicodedata.category(char) not in HIDING else _escaped(char) for char in text
    )


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
