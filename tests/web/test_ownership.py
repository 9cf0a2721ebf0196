"""A submission is seen by whoever made it and by instructors; to everyone else there is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gradatim.models import RoleName
from gradatim_grader.problem import Problem
from tests.web.visiting import Visitor

VIEWS = ["/submissions/{}", "/submissions/{}/result", "/submissions/{}.json", "/submissions/{}/events"]


@pytest.mark.parametrize("view", VIEWS)
def test_another_browser_sees_no_such_submission(visitor: Visitor, other: Visitor, problem: Problem, view: str) -> None:
    made = visitor.submit()
    assert other.get(view.format(made)).status_code == 404
    other.submit()
    assert other.get(view.format(made)).status_code == 404


@pytest.mark.parametrize(
    ("role", "status"), [(RoleName.STUDENT, 404), (RoleName.INSTRUCTOR, 200), (RoleName.ADMIN, 200)]
)
def test_roles_see_what_they_may(
    visitor: Visitor, member: Callable[[RoleName], Visitor], problem: Problem, role: RoleName, status: int
) -> None:
    made = visitor.submit()
    somebody = member(role)
    for view in VIEWS[:3]:
        assert somebody.get(view.format(made)).status_code == status


def test_histories_are_ones_own(visitor: Visitor, other: Visitor, problem: Problem) -> None:
    visitor.submit("mine = 1\n")
    other.submit("theirs = 2\n")
    page = visitor.get("/problems/doubling/submissions").text
    assert "mine = 1" in page
    assert "theirs = 2" not in page


def test_what_somebody_signed_in_sends_is_theirs_not_a_guests(
    member: Callable[[RoleName], Visitor], other: Visitor, problem: Problem
) -> None:
    student = member(RoleName.STUDENT)
    made = student.submit()
    assert student.get(f"/submissions/{made}").status_code == 200
    assert student.client.get_cookie("gradatim_guest") is None


@pytest.mark.parametrize("role", [None, RoleName.STUDENT])
def test_the_staff_page_is_for_staff(
    member: Callable[[RoleName], Visitor], other: Visitor, role: RoleName | None
) -> None:
    if role is None:
        answer = other.get("/staff")
        assert (answer.status_code, answer.location) == (302, "/login?next=/staff")
    else:
        assert member(role).get("/staff").status_code == 404


def test_staff_see_what_waits(visitor: Visitor, member: Callable[[RoleName], Visitor], problem: Problem) -> None:
    visitor.submit()
    page = member(RoleName.INSTRUCTOR).get("/staff")
    assert page.status_code == 200
    assert "Doubling" in page.text
