"""The fingerprint of answers: equal for one mistake however it is computed, different for two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gradatim_runner import values
from gradatim_runner.naming import Namer
from gradatim_runner.submission import Recorded

SOLUTION = """
import numpy as np
def wave(n, rate):
    return np.sin(np.arange(n) / rate)
"""
CALLS = ((0, 1.0), (1, 2.0), (5, 2.0), (40, 7.5), (3000, 0.03))

Answer = Callable[[int, float], Any]


def recorded(answer: Answer, *, order: int = 1) -> list[Recorded]:
    made = []
    for call in CALLS[::order]:
        arguments = b"".join(values.encode([list(call), {}], limit_bytes=1 << 20))
        made.append(Recorded("wave", arguments, b"".join(values.encode(answer(*call), limit_bytes=1 << 20))))
    return made


def fingerprint(answer: Answer, *, order: int = 1) -> str:
    return Namer(SOLUTION, [], []).fingerprint(recorded(answer, order=order), within_seconds=60)


def half(n: int, rate: float) -> Any:
    return 0.5 * np.sin(np.arange(n) / rate)


def test_one_mistake_computed_in_two_ways_has_one_fingerprint_in_whatever_order_it_was_asked() -> None:
    def otherwise(n: int, rate: float) -> Any:
        return (np.exp(1j * (np.arange(n) * (1.0 / rate))).imag) / 2

    assert not np.array_equal(half(*CALLS[-1]), otherwise(*CALLS[-1]))
    assert len(fingerprint(half)) == 32
    assert fingerprint(half) == fingerprint(otherwise) == fingerprint(half, order=-1)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda n, rate: 0.4 * np.sin(np.arange(n) / rate), id="an error of another size"),
        pytest.param(lambda n, rate: 1.5 * np.sin(np.arange(n) / rate), id="an error of another sign"),
        pytest.param(lambda n, rate: half(n, rate).astype(np.float32), id="another dtype"),
        pytest.param(lambda n, rate: half(n, rate)[:, None], id="another shape"),
        pytest.param(lambda n, rate: half(n, rate).tolist(), id="a list"),
        pytest.param(lambda n, rate: np.where(np.arange(n) == 3, np.nan, half(n, rate)), id="one nan"),
        pytest.param(lambda n, rate: np.where(np.arange(n) == 3, np.inf, half(n, rate)), id="one infinity"),
        pytest.param(lambda n, rate: np.sin(np.arange(n) / rate) + 1e-5, id="an error that is small"),
        pytest.param(lambda n, rate: None, id="nothing"),
    ],
)
def test_two_mistakes_have_two(other: Answer) -> None:
    assert fingerprint(other) != fingerprint(half)


def test_answers_of_single_precision_agree_though_their_rounding_is_coarse() -> None:
    def single(n: int, rate: float) -> Any:
        return np.cos(np.arange(n, dtype=np.float32) / np.float32(rate))

    def otherwise(n: int, rate: float) -> Any:
        return np.cos(np.arange(n) / rate).astype(np.float32)

    calls = CALLS[:4]  # in the last one single precision has lost the angle itself
    for order in (1, -1):
        assert [np.array_equal(single(*call), otherwise(*call)) for call in calls].count(False) > 0
        found = []
        for answer in (single, otherwise):
            found.append(Namer(SOLUTION, [], []).fingerprint(recorded(answer)[:4][::order], within_seconds=60))
        assert found[0] == found[1]


def test_integers_are_told_apart_exactly() -> None:
    assert fingerprint(lambda n, rate: np.arange(n) + 1000) != fingerprint(lambda n, rate: np.arange(n) + 1001)


def test_where_every_call_raised_there_is_nothing_to_compare() -> None:
    raised = [Recorded(each.function, each.arguments, b"", "NotImplementedError") for each in recorded(half)]
    assert Namer(SOLUTION, [], []).fingerprint(raised, within_seconds=60) == ""


def test_what_is_raised_in_some_calls_is_part_of_the_answer() -> None:
    some = recorded(half)
    raised = [*some[:-1], Recorded("wave", some[-1].arguments, b"", "ValueError")]
    namer = Namer(SOLUTION, [], [])
    assert namer.fingerprint(raised, within_seconds=60) not in ("", namer.fingerprint(some, within_seconds=60))


def test_time_that_is_up_costs_the_fingerprint_and_nothing_else() -> None:
    assert Namer(SOLUTION, [], []).fingerprint(recorded(half), within_seconds=-1) == ""
