"""A mistake in a problem's folder is one line that names file, key and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import from_files, from_folder
from tests.grader.tiny import FACTS, tiny

FILES = dict(tiny().files)


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('entry = "grown"', 'entry = "class"', "problem.toml: entry: 'class' is not a Python name"),
        ('entry = "grown"', 'entry = "_grown"', "problem.toml: entry: '_grown' begins with an underscore"),
        ('entry = "grown"', "entry = []", "problem.toml: entry: names no function"),
        ('title = "Twice and five"', 'title = " "', "problem.toml: title: is empty"),
        ('"easy"', '"trivial"', "problem.toml: difficulty: 'trivial' is none of easy, medium, hard"),
        ('"easy"', "easy", "problem.toml: Invalid value (at line 4, column 14)"),
        ("summary =", "colour =", "problem.toml: Object contains unknown field `colour`"),
        ("call_seconds = 2.0", "call_seconds = nan", "problem.toml: limits: call_seconds must be from 0.05 to 60"),
        ("call_seconds = 2.0", "memory_mib = '1'", "problem.toml: limits.memory_mib: Expected `int`, got `str`"),
        ('name = "not-doubled"', 'name = "Not"', "problem.toml: pitfall[0] (Not): a name is lower case words"),
        ('from = "2 * number"', 'from = "3 * number"', "problem.toml: pitfall[0] (not-doubled): from = '3 * number'"),
        ('to = "number"', 'to = "(number"', "problem.toml: pitfall[0] (not-doubled): the changed solution does not"),
        (
            'change = [{ from = "2 * number", to = "number" }]',
            'file = "no.py"',
            "problem.toml: pitfall[0] (not-doubled)",
        ),
    ],
)
def test_a_wrong_fact_is_one_line(was: str, becomes: str, said: str) -> None:
    assert was in FACTS
    changed = FACTS.replace(was, becomes, 1).encode()
    with pytest.raises(ProblemError) as raised:
        from_files("tiny", {**FILES, "problem.toml": changed})
    assert str(raised.value).startswith(said)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("statement.md", b"\xff", "statement.md: is not UTF-8 text (byte 0)"),
        ("starter.py", b"\0", "starter.py: holds a NUL character"),
        ("solution.py", b"def f(:\n", "solution.py: line 1: invalid syntax"),
        ("tests/test_hidden.py", b"\n(\n", "tests/test_hidden.py: line 2: '(' was never closed"),
        ("picture.png", bytes(5 << 20), "tiny: all files together are larger than 4 MiB"),
    ],
)
def test_a_wrong_file_is_one_line(name: str, content: bytes, said: str) -> None:
    with pytest.raises(ProblemError) as raised:
        from_files("tiny", {**FILES, name: content})
    assert str(raised.value) == said


@pytest.mark.parametrize("name", sorted(set(FILES) - {"theory.md", "mutants.toml"}))
def test_a_file_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(ProblemError, match=f"^{name}: is missing$"):
        from_files("tiny", {path: content for path, content in FILES.items() if path != name})


def test_a_link_is_no_part_of_a_problem(tmp_path: Path) -> None:
    (tmp_path / "statement.md").symlink_to("/etc/hostname")
    with pytest.raises(ProblemError, match=r"^statement.md: is a link; a problem holds plain files only$"):
        from_folder(tmp_path)
