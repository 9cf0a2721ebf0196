"""The staff's pages of regrades, from choosing to the decision, and what students see of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services.regrades import beginning
from gradatim.services.regrades.beginning import Begun, Chosen
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of
from tests.services.test_regrades import copies_of, finish
from tests.web.visiting import Visitor, parse_events

PLACE = "/staff/problems/doubling/regrades"


@pytest.fixture
def staff(member: Callable[[RoleName], Visitor]) -> Visitor:
    return member(RoleName.INSTRUCTOR)


def sent(sessions: Sessions, visitor: Visitor, problem: Problem, source: str = "x = 1\n") -> int:
    made = visitor.submit(source)
    finish(sessions, made, report_of(problem, verdict=Verdict.FAILED))
    return made


def post(staff: Visitor, path: str, **form: object) -> TestResponse:
    return staff.client.post(path, data={**form, "csrf_token": staff.token()})


@pytest.fixture
def made(sessions: Sessions, visitor: Visitor, problem: Problem) -> int:
    """A failed submission of the visitor's, graded by a version that is no longer the current one."""
    number = sent(sessions, visitor, problem)
    making.published(sessions, statement="Double $x$ *exactly*.")
    return number


@pytest.fixture
def begun(sessions: Sessions, made: int) -> Begun:
    return beginning.begin(sessions, "doubling", Chosen(), actor_id=making.instructor(sessions))


@pytest.fixture
def ready(sessions: Sessions, begun: Begun) -> Begun:
    new = making.published(sessions, statement="Double $x$ *exactly*.")
    finish(sessions, begun.send[0], report_of(new, verdict=Verdict.PASSED))
    return begun


def test_a_regrade_is_chosen_graded_looked_at_and_applied(
    visitor: Visitor, staff: Visitor, made: int, grader: MemoryGrader
) -> None:
    page = staff.get(PLACE).text
    assert f'value="{made}"' in page
    answer = post(staff, PLACE, by="ticked", id=made)
    assert answer.status_code == 303
    stream = staff.get(f"{answer.location}/events", buffered=False)
    assert [name for name, _ in parse_events(stream.iter_encoded())][-1] == "done"

    shown = staff.get(answer.location).text
    assert "<b>1</b> go up" in shown
    assert "Doubles: wrong answer" in shown
    assert "Not right yet" in visitor.get(f"/submissions/{made}").text
    assert post(staff, f"{answer.location}/apply").status_code == 303
    assert "Applied" in staff.get(answer.location).text
    now = visitor.get(f"/submissions/{made}").text
    assert "Every test passed" in now
    assert "0 of 2 points" in now  # what it was before
    assert "Applied" in staff.get(PLACE).text


def test_the_stream_tells_how_far_it_is(sessions: Sessions, staff: Visitor, begun: Begun) -> None:
    stream = staff.get(f"/staff/regrades/{begun.regrade_id}/events", buffered=False)
    name, told = next(parse_events(stream.iter_encoded()))
    assert (name, told) == ("state", {"done": 0, "total": 1, "up": 0, "down": 0, "same": 0, "ours": 0})
    stream.close()


def test_without_a_script_the_page_comes_again_until_it_is_done(
    sessions: Sessions, staff: Visitor, begun: Begun
) -> None:
    waiting = staff.get(f"/staff/regrades/{begun.regrade_id}").text
    assert 'http-equiv="refresh"' in waiting
    assert "0</b> of 1 graded" in waiting
    assert "/apply" not in waiting
    assert "/throw-away" in waiting
    new = making.published(sessions, statement="Double $x$ *exactly*.")
    finish(sessions, begun.send[0], report_of(new, verdict=Verdict.PASSED))
    assert 'http-equiv="refresh"' not in staff.get(f"/staff/regrades/{begun.regrade_id}").text


def test_a_student_sees_nothing_before_it_counts(
    sessions: Sessions, visitor: Visitor, staff: Visitor, made: int, ready: Begun
) -> None:
    copy = copies_of(sessions, ready)[made]
    views = ["/submissions/{}", "/submissions/{}/result", "/submissions/{}.json", "/submissions/{}/source"]
    for view in views:
        assert visitor.get(view.format(copy)).status_code == 404
        assert staff.get(view.format(copy)).status_code == 200
    assert "It does not count" in staff.get(f"/submissions/{copy}").text
    post(staff, f"/staff/regrades/{ready.regrade_id}/apply")
    before = visitor.get(f"/submissions/{copy}").text
    assert "before it was regraded" in before
    assert "Not right yet" in before


def test_what_cannot_be_is_refused_in_words(staff: Visitor, made: int, begun: Begun) -> None:
    again = post(staff, PLACE, by="all")
    assert (again.status_code, "still open" in again.text) == (409, True)
    early = post(staff, f"/staff/regrades/{begun.regrade_id}/apply")
    assert (early.status_code, "Not everything is graded" in early.text) == (409, True)
    assert post(staff, f"/staff/regrades/{begun.regrade_id}/throw-away").status_code == 303
    assert post(staff, f"/staff/regrades/{begun.regrade_id}/throw-away").status_code == 409
    nothing = post(staff, PLACE, by="user", user="nobody@example.org")
    assert (nothing.status_code, "No finished submission" in nothing.text) == (422, True)
    assert staff.get("/staff/regrades/999").status_code == 404
    assert staff.get("/staff/problems/nothing/regrades").status_code == 404


@pytest.mark.parametrize("role", [None, RoleName.STUDENT])
def test_regrades_are_for_staff(
    member: Callable[[RoleName], Visitor], other: Visitor, begun: Begun, role: RoleName | None
) -> None:
    somebody = other if role is None else member(role)
    status = 302 if role is None else 404
    one = f"/staff/regrades/{begun.regrade_id}"
    for path in (PLACE, one, f"{one}/events"):
        assert somebody.get(path).status_code == status
    for path in (PLACE, f"{one}/apply", f"{one}/throw-away"):
        assert post(somebody, path).status_code == status
