"""Two texts side by side."""

from __future__ import annotations

import pytest

from gradatim.services.comparing import MAX_LINES, Row, TooLong, side_by_side


def shown(rows: list[Row]) -> list[tuple[str | None, str | None]]:
    def text(line: object) -> str | None:
        return None if line is None else "".join(f"[{p.text}]" if p.changed else p.text for p in line.pieces)  # type: ignore[attr-defined]

    return [(f"({row.left_out})", None) if row.left_out else (text(row.left), text(row.right)) for row in rows]


def test_equal_texts_have_only_equal_rows() -> None:
    assert all(row.same for row in side_by_side("a\nb\n", "a\nb\n"))
    assert side_by_side("", "") == []


def test_in_a_changed_line_the_words_that_differ_are_marked() -> None:
    rows = side_by_side("angle = pos / 10000 ** i\n", "angle = pos / 10000 ** (2 * i)\n")
    assert shown(rows) == [("angle = pos / 10000 ** i", "angle = pos / 10000 ** [(2 * ]i[)]")]


def test_lines_with_nothing_in_common_are_not_marked_word_by_word() -> None:
    assert shown(side_by_side("import math\n", "x = y[3]\n")) == [("import math", "x = y[3]")]


def test_lines_that_one_text_lacks_stand_beside_nothing_and_numbers_stay_true() -> None:
    rows = side_by_side("a\nc\n", "a\nb\nc\n")
    assert shown(rows) == [("a", "a"), (None, "b"), ("c", "c")]
    assert [(row.left and row.left.number, row.right and row.right.number) for row in rows] == [
        (1, 1),
        (None, 2),
        (2, 3),
    ]


def test_long_equal_stretches_are_left_out() -> None:
    same = "".join(f"line {number}\n" for number in range(50))
    assert shown(side_by_side(same + "a\n", same + "b\n"))[0] == ("(47)", None)
    assert [row.left_out for row in side_by_side(f"a\n{same}b\n", f"c\n{same}d\n")].count(44) == 1


def test_line_ends_of_another_system_are_no_difference() -> None:
    assert all(row.same for row in side_by_side("a\r\nb", "a\nb\n"))


def test_texts_that_would_take_minutes_are_refused_and_the_longest_allowed_are_compared() -> None:
    with pytest.raises(TooLong):
        side_by_side("a\n" * (MAX_LINES + 1), "")
    side_by_side("a\nb\n" * (MAX_LINES // 2), "b\na\na\n" * (MAX_LINES // 3))
    side_by_side("x = 1 + " * 20_000, "y = 2 * " * 20_000)
