"""docs/authoring.md says what is so: its keys exist, all keys are in it, its code can be read."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gradatim_grader import problem as problems
from gradatim_grader.errors import ProblemError
from gradatim_runner import testing
from tests.problems.positional_encoding import PROBLEM

PAGE = (Path(__file__).parents[2] / "docs" / "authoring.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("struct", [problems.Facts, problems.Limits, problems.Example, problems.PitfallFacts])
def test_every_key_of_problem_toml_is_explained(struct: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(struct):
        assert f"`{field.encode_name}`" in PAGE or f"[{field.encode_name}]" in PAGE, field.encode_name


def test_the_defaults_and_bounds_of_limits_are_the_real_ones() -> None:
    for field in msgspec.structs.fields(problems.Limits):
        (default, least, most) = re.findall(rf"^\| `{field.name}` \| (\S+) \| (\S+), (\S+) \|", PAGE, re.MULTILINE)[0]
        assert float(default) == field.default
        for bound, beyond in ((float(least), float(least) - 0.01), (float(most), float(most) + 1)):
            allowed: dict[str, Any] = {field.name: bound}
            refused: dict[str, Any] = {field.name: beyond}
            assert getattr(problems.Limits(**allowed), field.name) == bound
            with pytest.raises(ValueError, match=field.name):
                problems.Limits(**refused)


def test_every_toml_example_fits_the_schema_and_the_solution() -> None:
    head, *tables = blocks("toml")
    assert tables
    for more in ("", *tables):
        text = f"{head}\n{more}"
        tomllib.loads(text)
        made = problems.from_files("positional-encoding", {**PROBLEM.files, "problem.toml": text.encode()})
        assert made.variants()


def test_every_python_example_compiles() -> None:
    for block in blocks("python"):
        wrapped = "def body():\n" + "".join(f"    {line}\n" for line in block.splitlines())
        compile(wrapped if "return table" in block else block, "authoring.md", "exec")


def test_the_annotated_solution_is_the_real_one() -> None:
    solution = {line.split("  #")[0].strip() for line in PROBLEM.text("solution.py").splitlines()}
    (annotated,) = (block for block in blocks("python") if "return table" in block)
    assert {line.split("  #")[0].strip() for line in annotated.splitlines()} <= solution


def test_the_error_of_the_page_is_the_real_one() -> None:
    text = PROBLEM.text("problem.toml").replace('from = "2 * (columns // 2)"', 'from = "2 * pairs"', 1)
    with pytest.raises(ProblemError) as caught:
        problems.from_files("positional-encoding", {**PROBLEM.files, "problem.toml": text.encode()})
    assert str(caught.value) in PAGE


def test_marks_and_tolerances_are_the_real_ones() -> None:
    for mark in ("points", "hint", "visible"):
        assert any(known.startswith(mark) for known in testing.MARKS)
        assert f"@pytest.mark.{mark}" in PAGE
    parameters = inspect.signature(testing.assert_matches).parameters
    assert (parameters["rtol"].default, parameters["atol"].default) == (1e-7, 1e-9)
    assert "rtol=1e-7, atol=1e-9" in PAGE


def test_what_the_page_names_in_the_tree_is_there() -> None:
    root = Path(__file__).parents[2]
    for path in re.findall(r"`(tests/problems/\S+\.py|problems/positional-encoding)`", PAGE):
        assert (root / path).exists()
