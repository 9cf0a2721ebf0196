"""No answer, however odd, makes comparing or naming fail: what breaks there would be our fault, not the learner's."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradatim_runner.decoding import decode
from gradatim_runner.difference import difference
from gradatim_runner.flat import flattened
from gradatim_runner.naming import Namer
from gradatim_runner.report import Naming
from gradatim_runner.submission import Recorded
from gradatim_runner.values import encode
from gradatim_runner.variants import Variant
from tests.runner.plain import VALUES

LIMIT = 1 << 20
EXPECTED = [
    np.arange(6.0).reshape(2, 3), np.array([1, 2]), np.array([True]), np.zeros((0, 2)), np.array(1j), 1.5, 2,
    True, 1 << 80, "text", None, [1.0, [2]], (1, 2.0), {"a": 1.0}, {1, 2}, np.float32(1), np.int8(1), b"bytes",
]  # fmt: skip
SOLUTION = "import numpy as np\ndef f(n):\n    return np.arange(n) * 1.0\n"
VARIANTS = [
    Variant(("one",), SOLUTION.replace("* 1.0", "* 1.0 + 1")),
    Variant(("two",), SOLUTION.replace("* 1.0", "/ 0")),
    Variant(("three",), SOLUTION.replace("np.arange(n) * 1.0", "{'a': [n]}")),
    Variant(("broken",), "raise ValueError"),
]


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(SOLUTION, VARIANTS, [])


def wire(value: Any) -> bytes:
    return b"".join(encode(value, limit_bytes=LIMIT))


@settings(deadline=None)
@given(VALUES, st.sampled_from(EXPECTED))
def test_any_answer_can_be_compared_with_any_expected_one(answer: Any, expected: Any) -> None:
    got = decode(bytearray(wire(answer)), limit_bytes=LIMIT)
    found = difference(got, expected, rtol=1e-7, atol=1e-9)
    if found is not None:
        assert found.sentence
        msgspec.json.encode(found)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answers=st.lists(VALUES | st.sampled_from(EXPECTED), max_size=4))
def test_any_answers_can_be_looked_at_for_a_mistake(answers: list[Any], namer: Namer) -> None:
    calls = [Recorded("f", wire([[number], {}]), wire(answer)) for number, answer in enumerate(answers, start=1)]
    naming, names = namer.name(calls, within_seconds=5)
    assert (naming is Naming.NONE) == (not names)


def test_an_answer_that_a_variant_gives_is_named(namer: Namer) -> None:
    calls = [Recorded("f", wire([[n], {}]), wire(np.arange(n) * 1.0 + 1)) for n in (2, 3)]
    assert namer.name(calls, within_seconds=5) == (Naming.EXACT, ["one"])


@settings(deadline=None)
@given(VALUES)
def test_any_answer_is_itself_when_it_is_taken_apart(value: Any) -> None:
    one, other = (flattened(decode(bytearray(wire(value)), limit_bytes=LIMIT)) for _ in range(2))
    assert len(one.leaves) == len(other.leaves)
