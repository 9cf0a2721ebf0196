"""Every known mistake fails, is told apart from every other, and so are two mistakes at once."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from gradatim_grader.check.listed import listed_in
from gradatim_grader.check.mutants import mutants_of
from gradatim_runner.variants import Variant
from tests.problems.positional_encoding import PROBLEM, Array, ask, function_of, reference, variants_named

NAMES = {
    "exponent-i", "exponent-doubled", "exponent-column", "cosine-exponent", "exponent-inverted",
    "exponent-multiplied", "base-1000", "base-100000", "angle-multiplied", "all-sine", "all-cosine",
    "sine-cosine-swapped", "no-sine", "concatenated-halves", "concatenated-embedding", "one-based", "row-zero",
    "float32", "rounded", "transposed",
}  # fmt: skip

# Pairs that no call can tell apart, and that no single mistake explains: then nothing is named.
INHERENT = {
    # one column a pair: the columns in which the two differ are not there
    frozenset({frozenset({"exponent-column", "no-sine"}), frozenset({"exponent-doubled", "no-sine"})}),
    # every divisor is so large that at two decimals or fewer the angle is gone
    frozenset({frozenset({"exponent-inverted", "rounded"}), frozenset({"exponent-multiplied", "rounded"})}),
}

WHOLE_TABLES = {"test_small_tables", "test_long_sequence", "test_wide_model"}

SINGLES = [pytest.param(variant, id=f"{variant.pitfalls[0]}-{n}") for n, variant in enumerate(PROBLEM.variants())]
CALLS = sorted(set(ask(reference).calls), key=lambda call: call[0] * call[1])
SMALL_CALLS = [call for call in CALLS if call[0] * call[1] <= 1000]


class Known:
    """The answers of one or two mistakes to every call of the tests."""

    def __init__(self, variant: Variant, calls: list[tuple[int, int]]) -> None:
        function = function_of(variant.source)
        self.names = frozenset(variant.pitfalls)
        self.answers: list[Array] = [function(*call) for call in calls]
        self.kind = tuple((answer.shape, answer.dtype.str) for answer in self.answers)
        self.sum = sum(float(np.abs(np.nan_to_num(a, posinf=7.0, neginf=8.0, nan=9.0)).sum()) for a in self.answers)

    def agrees_with(self, other: Known) -> bool:
        return self.kind == other.kind and all(map(_same, self.answers, other.answers))


def _same(one: Array, other: Array) -> bool:
    """Equal but for what no test of these sizes could see."""
    return bool(np.allclose(one, other, rtol=1e-11, atol=1e-11, equal_nan=True))


def agreeing(known: Iterable[Known]) -> set[frozenset[frozenset[str]]]:
    """Every two that agree on all calls, by their names. Sorted by a sum first: only neighbours can agree."""
    found = set()
    ordered = sorted(known, key=lambda one: (one.kind, one.sum))
    for n, one in enumerate(ordered):
        near = itertools.takewhile(
            lambda other, one=one: other.kind == one.kind and other.sum - one.sum <= 1e-6 * (1 + one.sum),  # type: ignore[misc]
            ordered[n + 1 :],
        )
        found |= {frozenset((one.names, other.names)) for other in near if one.agrees_with(other)}
    return {names for names in found if len(names) == 2}


def test_the_pitfalls_have_the_agreed_names() -> None:
    assert {pitfall.name for pitfall in PROBLEM.facts.pitfalls} == NAMES


@pytest.mark.parametrize("variant", SINGLES)
def test_every_variant_fails_a_hidden_test(variant: Variant) -> None:
    assert ask(function_of(variant.source), files=("tests/test_hidden.py",)).failed


def test_every_hidden_test_catches_some_mistake_that_keeps_the_shape() -> None:
    """A test that nothing fails is idle; one that only wrong shapes fail nearly is."""
    caught: set[str] = set()
    for variant in PROBLEM.variants():
        function = function_of(variant.source)
        if function(3, 4).shape == (3, 4):
            caught |= set(ask(function, files=("tests/test_hidden.py",)).failed)
    all_tests = set(ask(lambda seq_length, d_model: None, files=("tests/test_hidden.py",)).failed)
    assert len(all_tests) == 12
    assert all_tests - caught == {"test_shape"}


def test_no_hidden_test_can_be_deleted_without_something_being_caught_no_more() -> None:
    """Each alone catches a variant or a listed mutant: the check of a problem without it has a fault that says so."""
    listed = listed_in(PROBLEM)
    sources = [mutant.source for mutant in mutants_of(PROBLEM, listed)[: len(listed.mutant)]]
    sources += [variant.source for variant in PROBLEM.variants() if variant.pitfalls == ("row-zero",)]
    caught = [ask(function_of(source), files=("tests/test_hidden.py",)).failed for source in sources]
    alone = {tests[0] for tests in caught if len(tests) == 1}
    assert alone == set(ask(lambda seq_length, d_model: None, files=("tests/test_hidden.py",)).failed)


def by_length(seq_length: int, d_model: int) -> Array:
    """Positions divided by the length of the sequence: a row then depends on how many there are."""
    return np.asarray(reference(seq_length, d_model) * np.arange(1, seq_length + 1)[:, None] / seq_length)


def test_rows_that_depend_on_the_length_or_on_earlier_calls_are_caught() -> None:
    kept: dict[int, Array] = {}

    def remembering(seq_length: int, d_model: int) -> Array:
        return kept.setdefault(d_model, reference(seq_length, d_model))[:seq_length]

    for wrong in (by_length, remembering):
        assert "test_calls_are_independent" in ask(wrong).failed


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("float32", {"test_dtype"} | WHOLE_TABLES, id="float32"),
        pytest.param("base-1000", WHOLE_TABLES, id="base-1000"),
        pytest.param("exponent-i", WHOLE_TABLES, id="exponent-i"),
        pytest.param(
            "sine-cosine-swapped", {"test_first_row", "test_first_pair", "test_rotation"} | WHOLE_TABLES, id="swapped"
        ),
        pytest.param("row-zero", {"test_first_row"}, id="row-zero"),
    ],
)
def test_a_mistake_of_one_kind_fails_the_tests_of_that_kind_only(name: str, expected: set[str]) -> None:
    assert set(ask(variants_named(name)[0], files=("tests/test_hidden.py",)).failed) == expected


def test_no_two_tests_ask_for_a_table_of_the_same_size() -> None:
    """Else what a learner's code keeps between calls would fail tests that are about something else."""
    repeated = [call for call, count in Counter(ask(reference).calls).items() if count > 1]
    assert set(repeated) == {(6, 12), (10, 12)}  # the test of just that


def test_no_two_mistakes_give_the_same_answers() -> None:
    assert agreeing(Known(variant, CALLS) for variant in PROBLEM.variants()) == set()


def test_no_call_is_needed_that_holds_more_than_a_thousand_numbers_to_tell_mistakes_apart() -> None:
    assert agreeing(Known(variant, SMALL_CALLS) for variant in PROBLEM.variants()) == set()


def test_no_two_pairs_of_mistakes_give_the_same_answers_unless_one_mistake_explains_them() -> None:
    known = [Known(variant, CALLS) for variant in PROBLEM.variants() + PROBLEM.pairs()]
    found = agreeing(known)
    single = {names for both in found if any(len(n) == 1 for n in both) for names in both}
    unexplained = {both for both in found if not both <= single}
    assert unexplained == INHERENT
