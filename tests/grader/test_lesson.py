"""Live blocks as they are read from Markdown, and what is said of those that are wrong."""

from __future__ import annotations

import pytest

from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock, Aside, Prose, Quiz, TryBlock
from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import from_files
from tests.problems.positional_encoding import PROBLEM

SINGLE = """\
```quiz
name = "which"
kind = "single"
question = "Which?"
choices = [
  { text = "this", explain = "Yes.", correct = true },
  { text = "that", explain = "No." },
]
```
"""


def read(text: str) -> lesson.Lesson:
    return lesson.read(text, file="theory.md")


def refusal(text: str) -> str:
    with pytest.raises(ProblemError) as caught:
        read(text)
    return str(caught.value)


def quiz(kind: str, more: str = "") -> str:
    return f'```quiz\nname = "which"\nkind = "{kind}"\nquestion = "Which?"\n{more}\n```\n'


def test_a_file_without_live_blocks_is_one_piece_of_prose() -> None:
    text = "# Title\n\n```python\nx = 1\n```\n\nEnd."
    assert [part.block for part in read(text).parts] == [Prose(text)]


def test_live_blocks_stand_between_the_prose_around_them() -> None:
    array, aside = "```array\nargs = [3, 4]\n```\n", "```aside\nBy *the* way.\n```\n"
    text = f"One.\n\n{array}\nTwo.\n\n{aside}```try\ncode = 'print(1)'\n```\nThree.\n"
    blocks = [part.block for part in read(text).parts]
    assert blocks == [
        Prose("One."),
        ArrayBlock([3, 4]),
        Prose("Two."),
        Aside("By *the* way."),
        TryBlock("print(1)"),
        Prose("Three."),
    ]
    assert [part.line for part in read(text).parts][1] == 3
    assert len({part.key for part in read(text).parts}) == 6


def test_a_live_block_that_is_quoted_in_another_fence_is_text() -> None:
    text = "````text\n```array\nargs = [1]\n```\n````"
    assert [type(part.block) for part in read(text).parts] == [Prose]


def test_a_question_is_found_by_its_name() -> None:
    found = read(SINGLE).quiz("which")
    assert isinstance(found, Quiz)
    assert [choice.correct for choice in found.choices] == [True, False]
    assert read(SINGLE).quiz("another") is None


def test_any_change_of_a_question_makes_it_another_one() -> None:
    one, other = read(SINGLE).quiz("which"), read(SINGLE.replace("No.", "No!")).quiz("which")
    assert one is not None
    assert other is not None
    assert one.digest == read("\n\n" + SINGLE).quiz("which").digest  # type: ignore[union-attr]
    assert one.digest != other.digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x\n\n```array\nargs = [1\n```\n", "theory.md: line 3: Unclosed array"),
        ("x\n\n```array\nargs = [1]\nrows = 1,\n```\n", "theory.md: line 5: Expected newline"),
        ("```array\nargs = [1]\nfuncton = 'f'\n```\n", "theory.md: line 1: Object contains unknown field `functon`"),
        ("```array\nfunction = 'f'\n```\n", "theory.md: line 1: Object missing required field `args`"),
        ("```array\nargs = [1]\nview = 'film'\n```\n", "theory.md: line 1: view: Invalid enum value 'film'"),
        ("```array\nargs = [1]\nrows = [-1]\n```\n", "theory.md: line 1: rows are counted from 0"),
        ("```array\nargs = [1]\ndigits = 99\n```\n", "theory.md: line 1: digits must be from 0 to 10"),
        ("```array\nargs = [1]\nwavelengths = '2 * j'\n```\n", "line 1: '2 * j' is not the name of a function"),
        ("```array\nargs = [1]\n", "theory.md: line 1: the block of kind array has no end"),
        ("```array 2\nargs = [1]\n```\n", "theory.md: line 1: nothing may follow the word array"),
        ("- x\n\n  ```array\n  args = [1]\n  ```\n", "line 3: a block of kind array cannot stand inside a list"),
        ("\n```try\ncode = 'def f('\n```\n", "theory.md: line 2: code: line 1: '(' was never closed"),
        (quiz("single"), "a question of kind single needs two or more choices, exactly one of them correct"),
        (quiz("multiple"), "a question of kind multiple needs two or more choices, at least one of them correct"),
        (quiz("numeric", "answer = 1.0"), "a question of kind numeric needs an answer and a tolerance above 0"),
        (quiz("recall"), "a question of kind recall needs a model answer"),
        (quiz("recall", "model = 'm'\nanswer = 1.0"), "a question of kind recall has no answer"),
        (quiz("guess"), "theory.md: line 1: kind: Invalid enum value 'guess'"),
        (SINGLE.replace('explain = "No."', 'explian = "No."'), "choices[1]: Object contains unknown field `explian`"),
        (SINGLE.replace('"which"', '"Which one"'), "name must be lower case words joined by hyphens"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_names_file_line_and_reason(text: str, said: str) -> None:
    message = refusal(text)
    assert said in message
    assert message.startswith("theory.md: line ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SINGLE + "\n" + SINGLE, "theory.md: line 11: name: there is another question named which"),
        (
            "```array\nargs = [1]\nfunction = 'nobody'\n```\n",
            "theory.md: line 1: function: neither lesson.py nor solution.py defines nobody",
        ),
        (
            "```array\nargs = [1]\nwavelengths = 'nobody'\n```\n",
            "theory.md: line 1: wavelengths: neither lesson.py nor solution.py defines nobody",
        ),
    ],
)
def test_a_problem_with_a_wrong_lesson_cannot_be_loaded(text: str, said: str) -> None:
    with pytest.raises(ProblemError) as caught:
        from_files("positional-encoding", {**PROBLEM.files, "theory.md": text.encode()})
    assert str(caught.value) == said


def test_questions_of_the_statement_and_of_the_theory_share_their_names() -> None:
    files = {**PROBLEM.files, "statement.md": SINGLE.encode(), "theory.md": SINGLE.encode()}
    with pytest.raises(ProblemError, match="another question"):
        from_files("positional-encoding", files)
