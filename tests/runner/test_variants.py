"""Known-wrong variants: changes that fit, changes that do not, and pairs of them."""

from __future__ import annotations

import pytest

from gradatim_runner.variants import Change, SmallChange, VariantError, changed, pairs_of

SOLUTION = "a = 1\nb = 2\n"


def change(old: str, new: str) -> Change:
    return Change(from_=old, to=new)


def test_all_changes_of_a_variant_are_made_at_once() -> None:
    assert changed(SOLUTION, [change("b = 2", "b = a"), change("a = 1", "a = b")]) == "a = b\nb = a\n"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param([change("c", "d")], "0 times", id="a text that is missing"),
        pytest.param([change(" = ", "=")], "2 times", id="a text that stands twice"),
        pytest.param([change("", "x")], "empty", id="no text at all"),
        pytest.param([change("a = 1", "x"), change("= 1\nb", "y")], "overlap", id="two that overlap"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_with_the_reason(changes: list[Change], reason: str) -> None:
    with pytest.raises(VariantError, match=reason):
        changed(SOLUTION, changes)


def test_only_changes_of_different_pitfalls_at_different_places_are_paired() -> None:
    small = [
        SmallChange("one", (change("a = 1", "a = 3"),)),
        SmallChange("one", (change("b = 2", "b = 3"),)),
        SmallChange("two", (change("b = 2", "b = 4"),)),
    ]
    assert [(pair.pitfalls, pair.source) for pair in pairs_of(SOLUTION, small)] == [(("one", "two"), "a = 3\nb = 4\n")]
