"""Markdown becomes HTML that may stand in a page, whoever wrote it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim.web.markdown import render


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a *b* `c<d`", "<p>a <em>b</em> <code>c&lt;d</code></p>"),
        ("$x_1 < 2$", '<p><span class="math inline">x_1 &lt; 2</span></p>'),
        ("costs $5 or $ 6", "<p>costs $5 or $ 6</p>"),
        ("| a |\n|---|\n| 1 |", "<table>"),
        ("| | a |\n|---|---:|\n| b | 1 |", "<td></td>\n<th"),
        ("[a](https://example.org)", 'href="https://example.org"'),
    ],
)
def test_what_authors_write(text: str, html: str) -> None:
    assert html in render(text)


def test_a_formula_of_its_own_is_a_block() -> None:
    assert '<div class="math block">' in render("$$\n\\frac{1}{2}\n$$")


def test_python_is_coloured_by_classes_and_never_by_styles() -> None:
    html = render("```python\ndef f(x):\n    return '<b>'\n```")
    assert '<span class="k">def</span>' in html
    assert "&lt;b&gt;" in html
    assert "style=" not in html


def test_an_unknown_language_is_plain_text() -> None:
    assert "a &lt; b" in render("```nonsense\na < b\n```")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "![a](javascript:alert(1))",
        "[a](data:text/html,<script>alert(1)</script>)",
        "<style>*{}</style>",
        '<a href="#" style="position:fixed">a</a>',
        "$</span><script>alert(1)</script>$",
        "```</code><script>\nx\n```",
        "<iframe src='https://evil.example'></iframe>",
    ],
)
def test_nothing_that_runs_gets_through(text: str) -> None:
    html = render(text)
    for unwanted in (
        "<script",
        '<img src="x"',
        "<iframe",
        "<style",
        'href="javascript',
        'src="javascript',
        'href="data',
    ):
        assert unwanted not in html
    assert "<a" not in html or "style" not in html.partition("<a")[2].partition(">")[0]


@given(st.text(max_size=200))
def test_any_text_can_be_rendered(text: str) -> None:
    assert "<script" not in render(text)
