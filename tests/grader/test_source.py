"""What is accepted as a source, and what is shown of printed text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim_grader.printed import Printed
from gradatim_grader.source import normalised, refusal
from gradatim_runner.frames import MAX_SOURCE_BYTES, Kind


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"", id="nothing"),
        pytest.param("print('größe')".encode(), id="umlauts"),
        pytest.param(b"\xef\xbb\xbfx = 1\r\n", id="a byte order mark and CRLF"),
        pytest.param(b"# coding: utf-7\n", id="a coding comment"),
        pytest.param(b"x" * MAX_SOURCE_BYTES, id="as long as it may be"),
    ],
)
def test_text_is_accepted(source: bytes) -> None:
    assert refusal(source) is None
    normalised(source).decode()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        pytest.param(b"x" * (MAX_SOURCE_BYTES + 1), "65,537 bytes long; the most is 65,536", id="a byte too long"),
        pytest.param(b"ok\n\xff", "see line 2", id="no UTF-8"),
        pytest.param("x = 1".encode("utf-16"), "see line 1", id="UTF-16"),
        pytest.param(b"\xed\xa0\x80", "not UTF-8", id="a surrogate"),
        pytest.param(b"a\nb\n\0", "NUL character in line 3", id="NUL"),
    ],
)
def test_what_is_no_text_is_refused_with_the_place(source: bytes, said: str) -> None:
    assert said in (refusal(source) or "")


def test_a_byte_order_mark_is_taken_off_and_line_ends_stay() -> None:
    assert normalised(b"\xef\xbb\xbfx = 1\r\n") == b"x = 1\r\n"


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_or_text(source: bytes) -> None:
    if refusal(source) is None:
        normalised(source).decode()


def test_both_streams_share_one_budget_and_keep_what_fits() -> None:
    printed = Printed(limit_bytes=10)
    printed.add(Kind.STDOUT, b"123456")
    printed.add(Kind.STDERR, b"abcdef")
    assert printed.truncated
    assert (printed.text(Kind.STDOUT), printed.text(Kind.STDERR)) == ("123456", "abcd")


def test_exactly_the_budget_is_not_too_much() -> None:
    printed = Printed(limit_bytes=4)
    printed.add(Kind.STDOUT, b"1234")
    assert not printed.truncated


def test_what_comes_after_the_first_hidden_call_is_counted_alone() -> None:
    printed = Printed(limit_bytes=10)
    printed.add(Kind.STDOUT, b"seen")
    printed.keeping = False
    printed.add(Kind.STDOUT, b"unseen")
    assert printed.text(Kind.STDOUT) == "seen"
    printed.add(Kind.STDOUT, b"!")
    assert printed.truncated


def test_printed_bytes_are_shown_as_harmless_text() -> None:
    printed = Printed(limit_bytes=100)
    printed.add(Kind.STDOUT, "a\x00\x1b[31m\u202e\r\n".encode() + b"\xff\xed\xa0\x80")
    shown = printed.text(Kind.STDOUT)
    assert shown.startswith("a\u2400\u241b[31m\\u202e\n")
    shown.encode()
