"""Hints come one at a time, and are remembered."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem
from gradatim.services import hints, publishing
from gradatim.services.hints import NoSuchHint
from gradatim_grader.problem import from_files
from tests.services import making
from tests.services.fakes import MemoryGrader


@pytest.fixture
def hinted(sessions: Sessions) -> str:
    """The slug of a problem with three hints."""
    files = making.problem().files | {"problem.toml": making.FACTS.replace('["What', '["One", "Two", "What').encode()}
    publishing.publish(sessions, from_files("doubling", files), sandbox=MemoryGrader())
    return "doubling"


def opened(sessions: Sessions, user_id: int, number: int, slug: str) -> int:
    return hints.open_hint(sessions, number, user_id=user_id, slug=slug)


def test_each_hint_opens_after_the_one_before(sessions: Sessions, hinted: str) -> None:
    user_id = making.guest(sessions)
    assert [opened(sessions, user_id, number, hinted) for number in (1, 2, 3)] == [1, 2, 3]
    assert hints.opened_by(sessions, user_id, slug=hinted) == 3


def test_none_is_skipped_and_asking_twice_opens_it_once(sessions: Sessions, hinted: str) -> None:
    user_id = making.guest(sessions)
    assert opened(sessions, user_id, 3, hinted) == 0
    assert opened(sessions, user_id, 1, hinted) == 1
    assert opened(sessions, user_id, 1, hinted) == 1


def test_everybody_has_their_own(sessions: Sessions, hinted: str) -> None:
    ann, ben = making.guest(sessions), making.guest(sessions)
    opened(sessions, ann, 1, hinted)
    assert (hints.opened_by(sessions, ben, slug=hinted), hints.opened_by(sessions, None, slug=hinted)) == (0, 0)


@pytest.mark.parametrize("number", [0, 4, -1])
def test_there_is_no_other_hint(sessions: Sessions, hinted: str, number: int) -> None:
    with pytest.raises(NoSuchHint):
        opened(sessions, making.guest(sessions), number, hinted)


def test_an_unknown_problem_has_none(sessions: Sessions) -> None:
    with pytest.raises(NoSuchProblem):
        opened(sessions, making.guest(sessions), 1, "nothing")
