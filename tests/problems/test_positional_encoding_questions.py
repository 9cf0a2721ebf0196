"""The lesson's questions: their right answers are right, their wrong ones wrong, and what is said of each is true."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.problems.positional_encoding import only, reference
from tests.problems.positional_encoding_lesson import QUIZZES, explanation, right_choices


def test_there_are_enough_questions_of_each_kind() -> None:
    kinds = [quiz.kind for quiz in QUIZZES.values()]
    assert kinds.count("recall") >= 8
    assert kinds.count("single") + kinds.count("multiple") >= 4
    assert "numeric" in kinds


@pytest.mark.parametrize(
    ("name", "answer"),
    [("normalised-step", 1 / 25), ("wavelength-of-width-four", 2 * math.pi * 10000 ** (2 / 4))],
)
def test_numeric_answers_are_computed(name: str, answer: float) -> None:
    quiz = QUIZZES[name]
    assert quiz.answer == pytest.approx(answer, rel=1e-9)
    assert quiz.tolerance
    assert quiz.tolerance <= 0.02 * answer  # near misses stay misses


def test_each_pair_of_width_eight_turns_ten_times_more_slowly() -> None:
    assert right_choices("slower-by") == {"10 times"}
    assert pytest.approx(10) == 10000 ** (2 / 8)


def test_which_columns_part_the_first_ten_positions_from_the_last_ten() -> None:
    table = reference(24, 48)
    quiz, parted = QUIZZES["first-ten-or-last-ten"], set()
    for choice in quiz.choices:
        first, last = table[:10, int(choice.text.split()[1])], table[14:, int(choice.text.split()[1])]
        if first.max() < last.min() or last.max() < first.min():
            parted.add(choice.text)
    assert right_choices(quiz.name) == parted == {"column 16", "column 46"}
    assert f"{table[14, 8]:.3f} of position 14" in explanation(quiz.name, "column 8")
    assert np.argmax(table[:, 8]) < 12 < np.argmin(table[:, 8])
    assert 3 < 23 / (2 * math.pi) < 4
    assert f"{2 * math.pi * 10000 ** (16 / 48):.0f} positions" in explanation(quiz.name, "column 16")
    assert (np.diff(table[:, [16, 46]], axis=0) > 0).all()


def test_exchanged_sines_and_cosines_leave_the_dot_products_alone() -> None:
    swapped, right = only("sine-cosine-swapped")(40, 16), reference(40, 16)
    assert right_choices("swapped-still-right") == {"the dot products of rows"}
    np.testing.assert_allclose(swapped @ swapped.T, right @ right.T, atol=1e-12)
    assert swapped[0, :4].tolist() == [1, 0, 1, 0]
    assert not np.allclose(swapped[:, 0], right[:, 0])


def test_a_halved_exponent_is_the_base_100() -> None:
    assert right_choices("halved-exponent") == {"It falls to about $2\\pi \\cdot 100$."}
    assert pytest.approx(100 ** (2 * 3 / 16)) == 10000 ** (3 / 16)


def test_only_learned_positions_have_parameters() -> None:
    assert right_choices("parameters-for-positions") == {"learned"}


def test_what_is_true_of_the_encoding() -> None:
    assert len(right_choices("what-is-true")) == 3
    assert np.isfinite(reference(20001, 4)[20000]).all()
    right = reference(2000, 4)
    assert len({tuple(row) for row in right}) == 2000


def test_the_model_answers() -> None:
    assert reference(1, 6).tolist() == [[0, 1, 0, 1, 0, 1]]
    assert QUIZZES["row-zero"].model.startswith("0, 1, 0, 1, 0, 1")
    np.testing.assert_allclose((reference(50, 16) ** 2).sum(axis=1), 16 / 2)
    assert "$d_{model}/2$" in QUIZZES["row-with-itself"].model
    assert "Columns 6 and 7" in QUIZZES["pair-three"].model


def test_every_choice_is_explained_in_a_whole_sentence() -> None:
    for quiz in QUIZZES.values():
        for choice in quiz.choices:
            assert choice.explain.endswith((".", "?", "$")), (quiz.name, choice.text)


def test_no_explanation_of_a_wrong_choice_gives_the_right_one_away() -> None:
    for quiz in QUIZZES.values():
        for choice in quiz.choices:
            if not choice.correct:
                assert not any(right in choice.explain for right in right_choices(quiz.name)), (quiz.name, choice.text)
