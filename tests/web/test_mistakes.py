"""The card of a named mistake has its picture, on the page and in what the workspace is sent."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.services import publishing
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of
from tests.services.test_pictures import Picturing
from tests.web.test_pages import finish
from tests.web.visiting import Visitor


def failed(visitor: Visitor, sessions: Sessions, grader: MemoryGrader) -> str:
    """The page of a submission in which a mistake was named."""
    problem = making.problem()
    publishing.publish(sessions, problem, sandbox=grader)
    made = visitor.submit()
    finish(sessions, made, report_of(problem, verdict=Verdict.FAILED))
    return f"/submissions/{made}"


@pytest.mark.parametrize("part", ["", "/result"])
def test_the_card_of_a_mistake_has_its_picture(visitor: Visitor, sessions: Sessions, part: str) -> None:
    page = visitor.get(failed(visitor, sessions, Picturing()) + part).text
    card = page.partition('data-pitfall="tripled"')[2]
    assert "<code>double(1)</code>" in card
    assert '"names": ["right", "with this mistake"]' in card
    assert '"cells": [[0.0, 3.0, "nan"]]' in card


def test_where_there_is_none_the_card_is_words_alone(visitor: Visitor, sessions: Sessions) -> None:
    page = visitor.get(failed(visitor, sessions, MemoryGrader())).text
    assert 'data-pitfall="tripled"' in page
    assert "mistake-picture" not in page
