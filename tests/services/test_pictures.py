"""Pictures of mistakes: what was computed when the problem was published, and which call it was."""

from __future__ import annotations

import struct

from gradatim.db import Sessions
from gradatim.services import pictures, publishing
from gradatim_grader.problem import Problem
from gradatim_runner.messages import ArrayResult
from tests.services import making
from tests.services.fakes import MemoryGrader


class Picturing(MemoryGrader):
    """Has what a mistake makes of the problem's example, too: a row in which two numbers are off."""

    wrong: tuple[float, ...] = (0.0, 3.0, float("nan"))

    def arrays(self, problem: Problem) -> list[ArrayResult]:
        columns, data = list(range(len(self.wrong))), struct.pack(f"<{len(self.wrong)}d", *self.wrong)
        return [*super().arrays(problem), ArrayResult("example-0/tripled", [0], columns, "float64", data)]


def published(sessions: Sessions, grader: MemoryGrader) -> Problem:
    problem = making.problem()
    publishing.publish(sessions, problem, sandbox=grader)
    return problem


def test_a_mistake_has_its_call_both_answers_and_where_they_first_differ(sessions: Sessions) -> None:
    picture = pictures.of_version(sessions, published(sessions, Picturing()).digest)["tripled"]
    assert picture.call == "double(1)"
    assert (picture.expected.cells, picture.got.cells) == ([[0.0, 1.0, 2.0]], [[0.0, 3.0, "nan"]])
    assert picture.first is not None
    assert picture.first.index == [0, 1]


def test_of_another_shape_there_is_no_first_difference(sessions: Sessions) -> None:
    grader = Picturing()
    grader.wrong = (0.0,)
    assert pictures.of_version(sessions, published(sessions, grader).digest)["tripled"].first is None


def test_a_version_without_pictures_has_none(sessions: Sessions) -> None:
    assert pictures.of_version(sessions, published(sessions, MemoryGrader()).digest) == {}
    assert pictures.of_version(sessions, "no such version") == {}
