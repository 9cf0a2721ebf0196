"""Text from strangers is shown on a terminal, never obeyed."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gradatim.cli.table import show
from gradatim.cli.text import visible
from gradatim_runner.report import NamedPitfall, Naming, Outcome, Report, TestResult, Verdict
from tests.services import making


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 🙂\n\ttext", "plain é 🙂\n\ttext"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\rb\x07\x00", r"a\rb\x07\x00"),
        ("\x9b2J", r"\x9b2J"),
        ("a\u202eb\u2066\u200f", r"a\u202eb\u2066\u200f"),
        ("\ud800", r"\ud800"),
        ("\u2028", r"\u2028"),
    ],
)
def test_what_a_terminal_would_act_upon_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_else_gets_through(text: str) -> None:
    for char in visible(text):
        assert char in "\n\t" or not unicodedata.category(char).startswith("C")


def test_a_report_for_people_holds_no_control_character_and_no_markup() -> None:
    evil = "\x1b]0;title\x07[bold]not bold[/bold]"
    report = Report(
        problem="doubling",
        version="",
        verdict=Verdict.FAILED,
        sentence=evil,
        max_score=2,
        naming=Naming.EXACT,
        pitfalls=[NamedPitfall("tripled", evil, evil, evil)],
        tests=[TestResult("t", evil, True, Outcome.FAILED, 0, 2, 1.0, evil, evil, 3)],
        stdout=evil,
        stderr=evil,
        output_truncated=True,
    )
    written = io.StringIO()
    show(report, problem=making.problem(), console=Console(file=written, width=200, force_terminal=False))
    page = written.getvalue()
    assert "\x1b" not in page
    assert "\x07" not in page
    assert page.count("[bold]not bold[/bold]") == 9
    for shown in ("tripled", "The mistake", "0/2", "line 3", "0 of 2 points", "only the beginning"):
        assert shown in page
