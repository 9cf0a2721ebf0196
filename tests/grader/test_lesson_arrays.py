"""Arrays of a lesson, computed in the checker's container; and snippets, which only print."""

from __future__ import annotations

import numpy as np
import pytest

from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.messages import ArrayResult
from gradatim_runner.report import Verdict
from tests.problems.positional_encoding import PROBLEM, reference

pytestmark = pytest.mark.docker

LESSON = '''"""Functions for the lesson."""

import numpy as np
from solution import positional_encoding


def wavelengths(seq_length, d_model):
    return 2 * np.pi * 10000.0 ** (np.arange(d_model) // 2 * 2 / d_model)


def products(seq_length, d_model):
    table = positional_encoding(seq_length, d_model)
    return table @ table.T


def text(*args):
    return np.array(["a"])


def cube(*args):
    return np.zeros((2, 2, 2))


def large(n):
    return np.zeros((n, n))


def short(*args):
    return [1.0]


def bad(*args):
    raise ValueError("no such thing")


def odd(*args):
    return np.array([[np.nan, np.inf, 1.0]])
'''


def with_array(body: str) -> Problem:
    files = {"lesson.py": LESSON.encode(), "theory.md": f"```array\n{body}\n```\n".encode()}
    return from_files(PROBLEM.slug, {**PROBLEM.files, **files})


def numbers(result: ArrayResult) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    assert not result.fault
    shape = (len(result.row_numbers), len(result.column_numbers))
    return np.frombuffer(result.data, "<f8").reshape(shape)


def computed(grader: Grader, body: str) -> ArrayResult:
    (result,) = [each for each in grader.arrays(with_array(body)) if each.key == "theory-0"]
    return result


def test_an_array_is_what_the_reference_returns(grader: Grader) -> None:
    result = computed(grader, "args = [24, 48]\nwavelengths = 'wavelengths'")
    np.testing.assert_allclose(numbers(result), reference(24, 48), rtol=0, atol=1e-15)
    assert result.dtype == "float64"
    np.testing.assert_allclose(result.wavelengths, 2 * np.pi * 10000.0 ** (np.arange(48) // 2 * 2 / 48))


def test_chosen_rows_and_columns_keep_their_numbers(grader: Grader) -> None:
    result = computed(grader, "args = [306, 8]\nrows = [0, 3, 305]\ncolumns = [1, 7]\nwavelengths = 'wavelengths'")
    assert (result.row_numbers, result.column_numbers) == ([0, 3, 305], [1, 7])
    np.testing.assert_allclose(numbers(result), reference(306, 8)[np.ix_([0, 3, 305], [1, 7])], rtol=0, atol=1e-15)
    assert [round(length, 1) for length in result.wavelengths] == [6.3, 6283.2]


def test_a_function_of_the_lesson_may_use_the_reference(grader: Grader) -> None:
    table = reference(5, 4)
    np.testing.assert_allclose(numbers(computed(grader, "function = 'products'\nargs = [5, 4]")), table @ table.T)


def test_what_is_not_finite_is_kept(grader: Grader) -> None:
    np.testing.assert_array_equal(numbers(computed(grader, "function = 'odd'\nargs = []")), [[np.nan, np.inf, 1.0]])


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("function = 'text'\nargs = []", "returned <U1 where real numbers are needed"),
        ("function = 'cube'\nargs = []", "returned an array of shape (2, 2, 2) where a matrix or a vector is needed"),
        ("function = 'large'\nargs = [513]", "has 513 x 513 cells; the most is 262,144"),
        ("function = 'bad'\nargs = []", "raised ValueError: no such thing"),
        ("args = [3]", "raised TypeError: positional_encoding() missing 1 required positional argument: 'd_model'"),
        ("args = [3, 4]\nrows = [3]", "has no row 3: there are 3"),
        ("args = [3, 4]\nwavelengths = 'short'", "short returned shape (1,) where one number a column is needed"),
    ],
)
def test_what_cannot_be_shown_says_why(grader: Grader, body: str, fault: str) -> None:
    assert computed(grader, body).fault == fault


def test_examples_come_as_numbers_too(grader: Grader) -> None:
    made = {each.key: each for each in grader.arrays(PROBLEM)}
    assert numbers(made["example-0"]).tolist() == [[0, 1, 0, 1, 0, 1]]
    assert numbers(made["example-2"]).shape == (3, 4)


def test_a_snippet_prints_and_needs_none_of_the_problems_functions(grader: Grader) -> None:
    report = grader.grade(PROBLEM, b"import numpy as np\nprint(np.arange(3) * 2)\n", scope=Scope.TRY)
    assert (report.verdict, report.stdout, report.tests) == (Verdict.PASSED, "[0 2 4]\n", [])
    assert report.sentence == "It ran to its end."


@pytest.mark.parametrize(
    ("source", "verdict", "line"),
    [
        ("print(1)\n1 / 0\n", Verdict.ERROR, 2),
        ("print(1)\nx = (\n", Verdict.SYNTAX_ERROR, 2),
        ("while True:\n    print('x' * 1000)\n", Verdict.OUTPUT_LIMIT, None),
        ("import os\nos._exit(0)\n", Verdict.ERROR, None),
    ],
)
def test_a_snippet_that_goes_wrong_says_where(grader: Grader, source: str, verdict: Verdict, line: int | None) -> None:
    report = grader.grade(PROBLEM, source.encode(), scope=Scope.TRY)
    assert (report.verdict, report.line) == (verdict, line)


def test_a_snippet_finds_neither_tests_nor_reference(grader: Grader) -> None:
    source = (
        "import importlib\nfor name in ('solution', 'lesson', 'tests'):\n    print(importlib.util.find_spec(name))\n"
    )
    source = "import importlib.util\n" + source
    report = grader.grade(PROBLEM, source.encode(), scope=Scope.TRY)
    assert report.stdout == "None\nNone\nNone\n"
