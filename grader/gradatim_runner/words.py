"""What a learner's container says in words: cut to size, harmless to show, and checked where it can be.

Whoever controls that container controls every word, so the checker shows none before it has been here.
"""

from __future__ import annotations

import msgspec

from gradatim_runner.faults import BUILTIN_EXCEPTIONS, MAX_MESSAGE_CHARS
from gradatim_runner.messages import AnswerHead, BadSyntax, Raised
from gradatim_runner.text import clean

MAX_TYPE_NAME_CHARS = 100


def checked_head(head: AnswerHead, *, lines: int) -> AnswerHead:
    """The same head with checked words. `lines`: how many the source has."""
    if head.bad_syntax is None and head.load_raised is None and head.raised is None:
        return head
    return msgspec.structs.replace(
        head,
        bad_syntax=head.bad_syntax and _bad_syntax(head.bad_syntax, lines),
        load_raised=head.load_raised and _raised(head.load_raised, lines),
        raised=head.raised and _raised(head.raised, lines),
    )


def checked(text: str, *, most_chars: int = MAX_MESSAGE_CHARS) -> str:
    return clean(text[:most_chars])


def _raised(said: Raised, lines: int) -> Raised:
    return Raised(
        type_name=checked(said.type_name, most_chars=MAX_TYPE_NAME_CHARS),
        builtin=said.builtin and said.type_name in BUILTIN_EXCEPTIONS,
        message=checked(said.message),
        line=_line(said.line, lines),
    )


def _bad_syntax(said: BadSyntax, lines: int) -> BadSyntax:
    return BadSyntax(checked(said.message), _line(said.line, lines))


def _line(line: int | None, lines: int) -> int | None:
    """A line that the source has, or none: any other number would be a message."""
    return line if line is not None and 1 <= line <= lines else None
