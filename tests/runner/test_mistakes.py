"""Pictures of mistakes: the largest call that fits a page and shows the mistake to the eye."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradatim_runner.messages import ArrayCall, ArrayResult, ProblemMessage
from gradatim_runner.mistakes import pictured
from gradatim_runner.variants import Variant

TABLE = "import numpy as np\ndef table(n):\n    return np.arange(n * n, dtype=float).reshape(n, n)"
RIGHT = {"example-0": 2, "theory-1": 4, "theory-3": 64}


def results(**variants: str) -> dict[str, ArrayResult]:
    calls = [ArrayCall(key, "table", [n], [], [], "") for key, n in RIGHT.items()]
    calls.append(ArrayCall("theory-5", "of_the_lesson", [8], [], [], ""))
    right: dict[str, np.ndarray[Any, Any]] = {
        key: np.arange(n * n, dtype=float).reshape(n, n) for key, n in RIGHT.items()
    }
    right["theory-5"] = np.zeros((8, 8))
    problem = ProblemMessage(
        slug="table", digest="", entry=["table"], files={}, pitfalls=[], pairs=[], examples=[], arrays=calls,
        variants=[Variant((name.replace("_", "-"),), source) for name, source in variants.items()],
        answer_bytes=0, call_seconds=1, load_seconds=1, total_seconds=1, memory_mib=1, output_kib=1,
    )  # fmt: skip
    return {result.key: result for result in pictured(problem, right)}


def test_the_largest_call_that_fits_a_page_is_shown_with_what_the_mistake_makes_of_it() -> None:
    (found,) = results(negative=TABLE + " * -1").values()
    assert found.key == "theory-1/negative"
    np.testing.assert_array_equal(np.frombuffer(found.data, "<f8"), -np.arange(16.0))


def test_a_mistake_that_shows_in_the_small_example_alone_is_shown_there() -> None:
    assert set(results(small=TABLE + " * (-1 if n == 2 else 1)")) == {"example-0/small"}


def test_another_shape_is_shown() -> None:
    (found,) = results(one_row=TABLE + "[:1]").values()
    assert (len(found.row_numbers), len(found.column_numbers)) == (1, 4)


def test_what_the_eye_cannot_see_or_what_gives_no_matrix_has_no_picture() -> None:
    invisible = {
        "rounded": TABLE + " + 1e-4",
        "narrow": TABLE + ".astype(np.float32)",
        "raises": "def table(n):\n    return [][n]",
        "text": "def table(n):\n    return 'no matrix'",
        "nothing": "def table(n):\n    return None",
        "broken": "import nothing_like_it",
    }
    assert results(**invisible) == {}


def test_a_mistake_that_hangs_has_no_picture_and_does_not_hang_publishing() -> None:
    assert results(endless="def table(n):\n    while n == 4 or n == 2:\n        pass") == {}
