"""A pytest file that somebody has already becomes a problem: its import is adapted, and what was done is said."""

from __future__ import annotations

import pytest

from gradatim.services.authoring import pasting
from gradatim.services.authoring.access import NotNow
from gradatim_grader.problem import from_files

SOLUTION = '''\
import numpy as np

EPS = 1e-6


def norm(x, scale=1.0):
    """The length of `x`."""
    return scale * np.sqrt((x**2).sum())


def unit(x):
    return x / norm(x)
'''


@pytest.mark.parametrize(
    ("written", "adapted"),
    [
        pytest.param("from vectors import norm", "from submission import norm", id="one name"),
        pytest.param(
            "from vectors import norm as n, unit", "from submission import norm as n, unit", id="with an alias"
        ),
        pytest.param("from src.pkg.vectors import norm", "from submission import norm", id="of a package"),
        pytest.param("from .vectors import norm", "from submission import norm", id="relative"),
        pytest.param(
            "from vectors import (\n    norm,\n    unit,\n)", "from submission import norm, unit", id="of lines"
        ),
        pytest.param(
            "from vectors import EPS, norm",
            "from submission import norm\nfrom solution import EPS",
            id="a constant is the solution's",
        ),
    ],
)
def test_the_import_becomes_that_of_the_submission(written: str, adapted: str) -> None:
    made = pasting.problem_from(f"import pytest\n{written}\n\n\ndef test_a():\n    pass\n", SOLUTION, title="Norm")
    hidden = made.files["tests/test_hidden.py"].decode()
    assert hidden == f"import pytest\n{adapted}\n\n\ndef test_a():\n    pass\n"
    assert "became" in made.said[0]
    assert from_files("norm", made.files).facts.entry[0] == "norm"


def test_a_module_that_is_used_by_name_keeps_its_name() -> None:
    made = pasting.problem_from(
        "import vectors\n\ndef test_a():\n    assert vectors.unit(1) == 1\n", SOLUTION, title="N"
    )
    assert made.files["tests/test_hidden.py"].startswith(b"import submission as vectors\n")
    assert from_files("norm", made.files).facts.entry == ["unit"]


@pytest.mark.parametrize(
    ("written", "adapted"),
    [
        ("from pkg import vectors", "import submission as vectors"),
        ("from . import vectors", "import submission as vectors"),
        ("import pytest, vectors", "import pytest\nimport submission as vectors"),
        ("import submission as vectors", "import submission as vectors"),
        ("import solution as vectors", "import submission as vectors"),
        ("\ufeffimport vectors", "import submission as vectors"),
    ],
)
def test_however_the_module_came_its_functions_are_the_submissions(written: str, adapted: str) -> None:
    made = pasting.problem_from(f"{written}\n\ndef test_a():\n    vectors.unit(1)\n", SOLUTION, title="N")
    assert made.files["tests/test_hidden.py"].decode().startswith(f"{adapted}\n\ndef")
    assert from_files("norm", made.files).facts.entry == ["unit"]


def test_a_function_of_the_standard_librarys_is_not_the_solutions() -> None:
    tests = "import math\nfrom vectors import norm\n\ndef test_a():\n    assert norm(4) == math.sqrt(16)\n"
    made = pasting.problem_from(tests, SOLUTION + "\n\ndef sqrt(x):\n    return x**0.5\n", title="N")
    assert made.files["tests/test_hidden.py"].startswith(b"import math\n")


def test_a_star_becomes_the_names_that_are_used() -> None:
    made = pasting.problem_from(
        "from vectors import *\n\ndef test_a():\n    assert norm(1) > EPS\n", SOLUTION, title="N"
    )
    assert made.files["tests/test_hidden.py"].startswith(b"from submission import norm\nfrom solution import EPS\n")


def test_an_import_inside_of_a_test_is_adapted_where_it_stands() -> None:
    made = pasting.problem_from("def test_a():\n    from vectors import norm\n    norm(1)\n", SOLUTION, title="N")
    assert b"    from submission import norm\n    norm(1)\n" in made.files["tests/test_hidden.py"]


def test_students_see_the_first_test_and_no_body_of_the_solution() -> None:
    tests = "from vectors import norm\n\n@fast\ndef test_a():\n    norm(1)\n\n\n@slow\ndef test_b():\n    norm(2)\n"
    made = pasting.problem_from(tests.replace("@fast\n", "").replace("@slow\n", ""), SOLUTION, title="Norm")
    assert b"test_b" not in made.files["tests/test_sample.py"]
    assert b"norm(1)" in made.files["tests/test_sample.py"]
    assert b"sqrt" not in made.files["starter.py"]
    assert b"def norm(x, scale=1.0):" in made.files["starter.py"]
    assert b"The length of" in made.files["statement.md"]


def test_what_the_sandbox_does_not_have_and_names_in_texts_are_said() -> None:
    tests = (
        "import scipy\nimport os\nfrom vectors import norm\n\ndef test_a(mocker):\n    mocker.patch('vectors.norm')\n"
    )
    said = " ".join(pasting.problem_from(tests, SOLUTION, title="Norm").said)
    assert "Line 1 imports scipy" in said
    assert "Line 6 names vectors in a text" in said
    assert "imports os" not in said


@pytest.mark.parametrize(
    ("tests", "solution", "why"),
    [
        pytest.param("def test(:\n", SOLUTION, "Line 1 of the tests", id="tests that are no Python"),
        pytest.param("x = 1\n", "def f(:\n", "Line 1 of the solution", id="a solution that is no Python"),
        pytest.param(
            "from a import b\n", SOLUTION, "import b, and the solution defines norm and unit", id="other names"
        ),
        pytest.param("from a import b\n", "b = 1\n", "defines no function", id="no function"),
        pytest.param("import numpy as np; from vectors import norm\n", SOLUTION, "line of its own", id="two in a line"),
    ],
)
def test_where_it_cannot_be_adapted_the_reason_is_said(tests: str, solution: str, why: str) -> None:
    with pytest.raises(NotNow) as refused:
        pasting.problem_from(tests, solution, title="Norm")
    assert why in refused.value.public
