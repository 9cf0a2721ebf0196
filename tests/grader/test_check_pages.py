"""What a check reads of a problem's texts, without a sandbox: each is there, renders, and its formulas can be drawn."""

from __future__ import annotations

import pytest

from gradatim_grader.check import pages
from gradatim_grader.check.formulas import wrong_in
from tests.grader.tiny import FACTS, tiny


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        pytest.param(r"$\frac{1}{2$", "{ is never closed", id="an open brace"),
        pytest.param(r"$x^2}$", "} closes nothing", id="a closing brace alone"),
        pytest.param("$$\n\\begin{aligned} a &= b\n$$", "begin aligned is never closed", id="an open environment"),
        pytest.param(r"$$\begin{a}\end{b}$$", "closes nothing", id="another environment closed"),
        pytest.param(r"- in a list: $\left( x$", "left is never closed", id="half a fence"),
    ],
)
def test_a_formula_without_its_other_half_is_found(text: str, wrong: str) -> None:
    assert wrong in wrong_in(text)


@pytest.mark.parametrize(
    "text",
    [
        r"$\{x \mid x > 0\}$ and $\left(\frac{a}{b}\right)$",
        "$$\n\\begin{aligned} a &= \\text{b} \\\\ \\leftarrow c \\end{aligned}\n$$",
        "`$x{$` is code, and so is this:\n\n    $y{$\n",
        "It costs $5 {today}.",
    ],
)
def test_what_can_be_drawn_or_is_no_formula_is_let_through(text: str) -> None:
    assert wrong_in(text) == ""


def test_every_text_that_students_read_is_rendered() -> None:
    theory = """It is $x$.

```quiz
name = "one"
kind = "recall"
question = "asked"
model = "modelled"
explain = "explained"
```

```aside
beside
```

```try
code = "print(1)"
caption = "tried"
```
"""
    seen: list[str] = []
    assert pages.unreadable(tiny(theory=theory), render=seen.append) == []
    assert {"asked", "modelled", "explained", "beside", "tried", "What is twice 3?"} <= set(seen)


def test_a_fault_names_the_line_in_which_its_part_begins() -> None:
    [fault] = pages.unreadable(tiny(theory="One.\n\n```aside\n$a_{b$\n```\n"), render=str)
    assert fault.line() == ("theory.md: line 3: in the formula a_{b { is never closed; correct the Markdown there")


def test_an_empty_text_is_a_fault_at_its_place() -> None:
    problem = tiny(statement="  \n", problem=FACTS.replace('"What is twice 3?"]', '" "]'))
    assert [fault.line().partition(";")[0] for fault in pages.unreadable(problem, render=str)] == [
        "statement.md: is empty",
        "problem.toml: hint 1: is empty",
    ]
