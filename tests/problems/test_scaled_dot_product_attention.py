"""The attention problem: its reference is right, so are other ways, and the numbers of its lesson are right, too."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.problems.trying import Tried

TRIED = Tried("scaled-dot-product-attention")
Array = np.ndarray[Any, Any]
attention = TRIED.solution.scaled_dot_product_attention

BY_LOOPS = """
import math
import numpy as np

def scaled_dot_product_attention(queries, keys, values, mask=None):
    answer = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        scores = [sum(a * b for a, b in zip(query, key)) / math.sqrt(len(query)) for key in keys]
        seen = [j for j in range(len(keys)) if mask is None or mask[i, j]]
        most = max(scores[j] for j in seen)
        weights = {j: math.exp(scores[j] - most) for j in seen}
        for j in seen:
            answer[i] += weights[j] / sum(weights.values()) * values[j]
    return answer
"""
BY_LARGE_NEGATIVE = """
import numpy as np

def scaled_dot_product_attention(queries, keys, values, mask=None):
    scores = np.einsum("ik,jk->ij", queries, keys) * queries.shape[-1] ** -0.5
    if mask is not None:
        scores = scores + (~mask) * -1e9
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights @ values) / weights.sum(-1, keepdims=True)
"""
BY_LOGARITHM = """
import numpy as np

def scaled_dot_product_attention(queries, keys, values, mask=None):
    scores = (queries / np.sqrt(queries.shape[1])) @ keys.T
    if mask is not None:
        scores = np.where(mask, scores, np.finfo(float).min)
    most = scores.max(axis=1)
    logs = most + np.log(np.exp(scores - most[:, None]).sum(axis=1))
    return np.exp(scores - logs[:, None]) @ values
"""


def softmax(*scores: float) -> list[float]:
    made = [math.exp(score) for score in scores]
    return [each / sum(made) for each in made]


@pytest.mark.parametrize("source", [BY_LOOPS, BY_LARGE_NEGATIVE], ids=["loops", "a large negative number"])
def test_other_right_ways_pass(source: str) -> None:
    assert TRIED.failed(source) == []


def test_the_reference_passes_its_own_tests() -> None:
    assert TRIED.failed(TRIED.solution) == []


def test_a_softmax_through_logarithms_agrees_where_scores_are_small() -> None:
    """It loses digits only where scores are huge, which the tests of large scores see."""
    failed = [line.partition(":")[0] for line in TRIED.failed(BY_LOGARITHM)]
    assert set(failed) <= {"test_large_scores", "test_queries_of_very_different_size", "test_causal_mask"}


def test_the_table_of_scores_and_the_answer_of_the_worked_example() -> None:
    scores, exponentials, weights = TRIED.lesson().worked_example()
    for key, value, product, score in [
        ("(1, 0)", 10, 1, scores[0]),
        ("(0, 1)", 20, 0, scores[1]),
        ("(1, 1)", 60, 1, scores[2]),
    ]:
        TRIED.states(f"| ${key}$ | {value} | {product} | {score:.4f} |")
    TRIED.states(f"their sum, which is {exponentials.sum():.4f}")
    a, b, c = (f"{weight:.4f}" for weight in weights)
    TRIED.states(f"${a} \\cdot 10 + {b} \\cdot 20 + {c} \\cdot 60 = {weights @ [10, 20, 60]:.2f}$")
    assert math.exp(scores[0]) == pytest.approx(2, abs=0.03)
    assert math.exp(2 * scores[0]) == pytest.approx(4, abs=0.12)


def test_the_weights_of_scores_that_are_and_are_not_scaled() -> None:
    one, eight = softmax(1, 0), softmax(8, 0)
    TRIED.states(f"weights {one[0]:.4f} and {one[1]:.4f}. Of 8 and 0 it makes {eight[0]:.5f} and {eight[1]:.5f}")
    TRIED.states(f"that is {one[0] * one[1]:.4f} in the first case and {eight[0] * eight[1]:.6f} in the second")
    TRIED.states(f"For $d_k = 64$ that is {math.sqrt(64):g}, for $d_k = 512$ it is {math.sqrt(512):.1f}")
    TRIED.states(f"which for $d_k = 64$ is {1 / math.sqrt(64):g}")


def test_the_variance_of_a_dot_product_is_the_width() -> None:
    random = np.random.default_rng(0)
    products = (random.normal(size=(20000, 64)) * random.normal(size=(20000, 64))).sum(axis=1)
    assert products.var() == pytest.approx(64, rel=0.05)


def test_where_exponentials_end() -> None:
    largest = np.finfo(np.float64).max
    assert 1.75e308 < largest < 1.85e308
    assert round(math.exp(709) / 1e307, 1) == 8.2
    with pytest.raises(OverflowError):
        math.exp(710)
    assert np.finfo(np.float16).max == 65504
    assert math.floor(math.exp(11)) == 59874
    assert math.exp(12) > 65504
    assert math.exp(-745) > 0 == math.exp(-746)


def test_a_mask_after_the_softmax_loses_weight() -> None:
    first, second, _ = TRIED.lesson().worked_example()[2]
    right = attention(np.array([[1.0, 0.0]]), np.eye(2), np.eye(2))[0]
    TRIED.states(f"{first:.4f} and {second:.4f} would be left, which is {first + second:.4f} together")
    TRIED.states(f"they become {right[0]:.4f} and {right[1]:.4f}")


def test_another_order_gives_the_same_rows() -> None:
    lesson = TRIED.lesson()
    assert np.allclose(lesson.shuffled([0, 1, 2])[[2, 0, 1]], lesson.shuffled([2, 0, 1]), atol=1e-15)


def test_the_number_of_scores() -> None:
    TRIED.states(f"A text of 1024 tokens has {1024**2} of them in each head, one of 4096 tokens has {4096**2}")


def test_the_weights_of_the_pictures() -> None:
    """Without the scale wide vectors give nearly all to one key; with it they do not. A mask keeps the sums at 1."""
    lesson = TRIED.lesson()
    assert lesson.weights_by_width(0)[-1, 0] > 0.999
    assert lesson.weights_by_width(1)[:, 0].max() < 0.9
    masked = lesson.sentence_weights(1)
    assert np.allclose(masked.sum(axis=1), 1)
    assert np.array_equal(np.triu(masked, 1), np.zeros((8, 8)))
