"""Arguments as learners type them: read as literals under limits, and never run."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from gradatim_grader.calls import ArgumentsError, OwnCall, read
from gradatim_runner import values

ENTRY = ["encode", "decode"]


def decoded(call: OwnCall) -> tuple[list[object], dict[str, object]]:
    args, kwargs = values.decode(bytearray(call.message(show_expected=False).arguments), limit_bytes=1 << 20)
    return args, kwargs


@pytest.mark.parametrize(
    ("typed", "args", "kwargs"),
    [
        pytest.param("", [], {}, id="nothing"),
        pytest.param("3, 4", [3, 4], {}, id="numbers"),
        pytest.param("-1, 2.5e3, 1+2j", [-1, 2500.0, 1 + 2j], {}, id="signs and complex numbers"),
        pytest.param("'a)(', [1, (2, {3: None})]", ["a)(", [1, (2, {3: None})]], {}, id="text and nests"),
        pytest.param("3, d_model=4", [3], {"d_model": 4}, id="by name"),
        pytest.param("3,\n  4,", [3, 4], {}, id="over two lines, with a comma more"),
    ],
)
def test_literals_are_read_as_what_they_are(typed: str, args: list[object], kwargs: dict[str, object]) -> None:
    assert decoded(read(typed, entry=ENTRY)) == (args, kwargs)


def test_an_array_may_be_written_as_numpy_writes_it() -> None:
    (array,), _ = decoded(read("np.array([[1, 2], [3, 4]], dtype=np.float32)", entry=ENTRY))
    assert isinstance(array, np.ndarray)
    assert array.dtype == np.float32
    assert array.tolist() == [[1, 2], [3, 4]]


def test_a_whole_call_names_its_function_itself() -> None:
    assert read("decode(1, 2)", entry=ENTRY) == OwnCall("decode", "1, 2")
    assert read("1, 2", entry=ENTRY) == OwnCall("encode", "1, 2")
    assert read("1, 2", entry=ENTRY, function="decode").text == "decode(1, 2)"


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        pytest.param("x", "the name `x`", id="a name"),
        pytest.param("1, 2 * 3", "Argument 2 holds `2 * 3`", id="something to work out"),
        pytest.param("__import__('os').system('true')", "the call", id="a call"),
        pytest.param("encode(1) + encode(2)", "nothing is", id="two calls"),
        pytest.param("[x for x in (1,)]", "nothing is worked out here", id="a comprehension"),
        pytest.param("f'{1}'", "nothing is worked out", id="a format string"),
        pytest.param("*[1]", "cannot be unpacked", id="a star"),
        pytest.param("**{'a': 1}", "two stars", id="two stars"),
        pytest.param("[1, 2", "Python cannot read this", id="an open bracket"),
        pytest.param("1)(2", "arguments alone", id="a bracket too many"),
        pytest.param("1); encode(2", "Python cannot read this", id="two statements"),
        pytest.param("9" * 3000, "4096 bits", id="a huge integer"),
        pytest.param("array([1, [2]])", "is no array", id="a ragged array"),
        pytest.param("array(['a'])", "numbers only", id="an array of text"),
        pytest.param("array([1], dtype='object')", "a dtype such as", id="an array of objects"),
        pytest.param("{[]: 1}", "is no literal", id="a key that can be none"),
        pytest.param("1\0", "cannot be seen", id="NUL"),
        pytest.param("1, " * 2000, "4,000", id="too long"),
        pytest.param("[" * 30 + "]" * 30, "nested more than 20", id="too deep"),
        pytest.param("-" * 500 + "1", "Two signs", id="many signs"),
    ],
)
def test_what_is_no_literal_is_refused_with_a_sentence_that_names_it(typed: str, complaint: str) -> None:
    with pytest.raises(ArgumentsError, match=complaint.replace("(", r"\(").replace("*", r"\*")):
        read(typed, entry=ENTRY)


@pytest.mark.parametrize(
    "typed",
    [
        "1" + "+1" * 1990,
        "1" + "**1" * 1300,
        "not " * 990 + "1",
        "lambda:" * 570 + "1",
        "1 if 1 else " * 330 + "1",
        "x" + ".x" * 1990,
        "x" + "[1]" * 1300,
        "x" + "()" * 1990,
        "~ - " * 990 + "1",
        "await " * 660 + "1",
        "a:=" * 1300 + "1",
        "1 < " * 990 + "1",
    ],
    ids=lambda typed: str(typed)[:12],
)
def test_nothing_of_this_length_brings_the_parser_down(typed: str) -> None:
    complaints: list[str] = []

    def attempt() -> None:
        try:
            read(typed, entry=ENTRY)
        except ArgumentsError as error:
            complaints.append(str(error))

    thread = threading.Thread(target=attempt)  # with as little stack as the server's threads have
    thread.start()
    thread.join()
    assert len(complaints) == 1


def test_an_unknown_function_is_refused() -> None:
    with pytest.raises(ArgumentsError, match="no function"):
        read("1", entry=ENTRY, function="system")
