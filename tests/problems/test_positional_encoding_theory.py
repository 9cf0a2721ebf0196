"""Every number that the lesson prints is the one that the reference, or plain arithmetic, gives."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from tests.problems.positional_encoding import PROBLEM, Array, reference

THEORY = PROBLEM.text("theory.md")
FLAT = " ".join(THEORY.split())
DOGS, BITE = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def table_rows(*, first: str) -> dict[str, list[str]]:
    """The rows of every Markdown table whose header begins with `first`, by their first cell."""
    rows: dict[str, list[str]] = {}
    for block in re.findall(r"(?:^\|.*\n)+", THEORY, flags=re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        if lines[0][0] == first:
            rows |= {line[0]: line[1:] for line in [lines[0], *lines[2:]]}
    assert rows, first
    return rows


def attention(tokens: Array) -> Array:
    """Queries, keys and values are the tokens themselves."""
    weights = np.exp(tokens @ tokens.T / math.sqrt(tokens.shape[1]))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True) @ tokens)


def point(row: Array) -> str:
    return f"({row[0]:.4f}, {row[1]:.4f})"


@pytest.mark.parametrize("number", [0, 1], ids=["without positions", "with positions"])
def test_the_two_token_example(number: int) -> None:
    block = THEORY.split("| sentence | output for *dogs* | output for *bite* |")[1 + number]
    positions = reference(2, 2) * number
    dogs_bite = attention(np.array([DOGS, BITE]) + positions)
    bite_dogs = attention(np.array([BITE, DOGS]) + positions)
    assert block.splitlines()[2] == f"| dogs bite | {point(dogs_bite[0])} | {point(dogs_bite[1])} |"
    assert block.splitlines()[3] == f"| bite dogs | {point(bite_dogs[1])} | {point(bite_dogs[0])} |"


def test_the_sines_and_cosines_that_the_example_adds() -> None:
    assert f"(0, 1)$ for position 0 and ${point(reference(2, 2)[1])}$ for position 1" in FLAT


def test_the_raw_and_the_normalised_index() -> None:
    assert (2 * 3, 2 * 100) == (6, 200)
    assert (5 / (11 - 1), 5 / (101 - 1)) == (0.5, 0.05)
    assert (1 / (11 - 1), 1 / (101 - 1)) == (0.1, 0.01)
    assert (round(0.2 * 0.3, 10), 0.2 * 1.0) == (0.06, 0.2)


def test_the_table_of_eight_dimensions() -> None:
    rows = table_rows(first="pos")
    right = reference(306, 8)
    assert list(rows) == ["pos", "0", "1", "2", "3", "5", "6", "305"]
    for pos in list(rows)[1:]:
        assert rows[pos] == [f"{value:.4f}" for value in right[int(pos)]]


def test_what_is_read_from_the_table_of_eight_dimensions() -> None:
    turns = 305 / (2 * math.pi * np.array([1, 10, 100, 1000]))
    assert int(turns[0]) == 48
    assert turns[1] == pytest.approx(4.85, abs=0.01)
    assert turns[2] == pytest.approx(0.485, abs=0.01)
    assert turns[3] == pytest.approx(1 / 20, abs=0.005)
    assert [f"{2 * math.pi * n:.3g}" for n in (1, 10, 100)] == ["6.28", "62.8", "628"]
    assert round(2 * math.pi * 1000) == 6283
    right = reference(306, 8)
    assert abs(right[6, 0] - right[305, 0]) < 0.02
    assert 7 * 2 * math.pi - 44 == pytest.approx(-0.0177, abs=1e-4)


def test_44_steps_are_seven_turns_and_a_little() -> None:
    assert abs(44 - 7 * 2 * math.pi) == pytest.approx(0.018, abs=5e-4)


def test_the_picture_of_24_positions_and_48_dimensions() -> None:
    table = reference(24, 48)
    assert f"{table[:, -2].max():.4f}" == "0.0034"
    assert np.abs(table[:, 24::2]).max() < 0.3
    assert table[:, 25::2].min() > 0.95
    wavelengths = 2 * math.pi * 10000 ** (np.arange(24) * 2 / 48)
    assert (wavelengths <= 24 - 1).sum() == 4


@pytest.mark.parametrize(("d_model", "digits"), [(8, 2), (128, 1)])
def test_the_table_of_dot_products(d_model: int, digits: int) -> None:
    rows = table_rows(first="$k$")
    right = reference(200, d_model)
    speeds = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    for k, printed in zip(rows["$k$"], rows[f"$d_{{model}} = {d_model}$"], strict=True):
        products = (right[: 200 - int(k)] * right[int(k) :]).sum(axis=1)
        np.testing.assert_allclose(products, np.cos(int(k) * speeds).sum())
        assert printed == f"{products[0]:.{digits}f}"


def test_a_step_is_the_rotation_that_is_printed() -> None:
    speed, pos, k = 0.01, 37, 12
    matrix = np.array([[math.cos(k * speed), math.sin(k * speed)], [-math.sin(k * speed), math.cos(k * speed)]])
    here, there = ([math.sin(p * speed), math.cos(p * speed)] for p in (pos, pos + k))
    np.testing.assert_allclose(matrix @ here, there)


def test_the_table_of_bases() -> None:
    rows = table_rows(first="base")
    for column, base in enumerate(rows["base"]):
        wavelengths = 2 * math.pi * float(base) ** (np.arange(256) / 256)
        assert rows["longest wavelength"][column] == f"{wavelengths[-1]:.0f}"
        assert rows["pairs slower than 4096 steps a turn"][column] == str((wavelengths > 4096).sum())
        assert rows["pairs faster than 512 steps a turn"][column] == str((wavelengths < 512).sum())
    assert f"{2 * math.pi * 10000:.0f}" == "62832"


def test_the_weights_of_the_first_projection() -> None:
    assert (512 * 512, 2 * 512 * 512) == (262144, 524288)


def test_the_answers_to_the_questions() -> None:
    assert reference(1, 6).tolist() == [[0, 1, 0, 1, 0, 1]]
    np.testing.assert_allclose((reference(50, 16) ** 2).sum(axis=1), 16 / 2)
    assert pytest.approx(10) == 10000 ** (2 / 8)
    assert pytest.approx(100 ** (2 * 3 / 16)) == 10000 ** (3 / 16)


def test_there_are_as_many_answers_as_questions() -> None:
    questions, answers = THEORY.split("## Check yourself")[1].split("## Answers")
    assert re.findall(r"^(\d+)\.", questions, flags=re.MULTILINE) == [str(n) for n in range(1, 15)]
    assert re.findall(r"^(\d+)\.", answers, flags=re.MULTILINE) == [str(n) for n in range(1, 15)]


def test_the_reading_time_is_that_of_a_slow_reader() -> None:
    words = len(re.findall(r"[A-Za-z][A-Za-z'-]+", THEORY))
    (minutes,) = re.findall(r"about (\d+) minutes", THEORY)
    assert 150 <= words / int(minutes) <= 230
