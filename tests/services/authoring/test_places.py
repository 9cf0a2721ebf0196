"""A fault is marked in the line that its words mean."""

from __future__ import annotations

import pytest

from gradatim.services.authoring.drafts import fault_in
from tests.services import making

TOML = making.FACTS
PITFALL = """
[[pitfall]]
name = "a"
title = "A"
explain = "E"
hint = "H"
change = [{ from = "2 * x", to = "x" }]
"""


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        pytest.param("problem.toml", TOML.replace('"easy"', '"none"'), "difficulty =", id="a wrong value"),
        pytest.param("problem.toml", TOML.replace("tags =", "tag ="), "tag =", id="a misspelt key"),
        pytest.param("problem.toml", TOML + "[limits]\ncall_seconds = 0\n", "[limits]", id="a limit out of range"),
        pytest.param("problem.toml", TOML + "[limits]\ncall_seconds = 'a'\n", "call_seconds", id="a wrong type"),
        pytest.param("problem.toml", TOML.replace('"easy"', "easy"), "difficulty =", id="no TOML at all"),
        pytest.param(
            "problem.toml",
            TOML + PITFALL + PITFALL.replace('"a"', '"b"').replace("hint =", "hunt ="),
            "hunt =",
            id="a misspelt key of the second pitfall",
        ),
        pytest.param("solution.py", "def double(x):\n    return (\n", "    return (", id="a syntax error"),
        pytest.param("statement.md", "One.\n\n```quiz\nkind = 1\n```\n", "```quiz", id="a block of a lesson"),
        pytest.param("starter.py", None, None, id="a missing file"),
    ],
)
def test_a_fault_has_its_line(file: str, text: str | None, line: str | None) -> None:
    changed = dict(making.problem().files)
    if text is None:
        del changed[file]
    else:
        changed[file] = text.encode()
    place = fault_in("doubling", changed)
    assert place
    assert place.file == file
    if line is None:
        assert place.line == 0
    else:
        assert line in (text or "").splitlines()[place.line - 1]


def test_a_problem_without_fault_has_none() -> None:
    assert fault_in("doubling", making.problem().files) is None
