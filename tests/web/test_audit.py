"""Staff's looks at students' code are written down, and the log can be read."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts, audit
from gradatim_grader.problem import Problem
from tests.web.visiting import Visitor

LOOKS = ["/submissions/{}", "/submissions/{}/source", "/submissions/{}.json", "/submissions/{}/result"]


@pytest.fixture
def instructor(member: Callable[[RoleName], Visitor]) -> Visitor:
    return member(RoleName.INSTRUCTOR)


def rows(browser: Visitor, query: str = "") -> list[dict[str, str]]:
    answer = browser.get(f"/staff/audit.csv{query}")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.text)))


@pytest.mark.parametrize("look", LOOKS)
def test_whoever_looks_at_a_students_code_is_written_down(
    visitor: Visitor, instructor: Visitor, problem: Problem, look: str
) -> None:
    sent = visitor.submit()
    assert visitor.get(look.format(sent)).status_code == 200
    assert rows(instructor, "?action=submission.view") == []
    assert instructor.get(look.format(sent)).status_code == 200
    [row] = rows(instructor, "?action=submission.view")
    assert (row["actor"], row["subject"]) == ("instructor@example.org", f"submission {sent}")
    page = instructor.get(f"/staff/audit?actor=instructor&action=submission.view&subject=submission+{sent}")
    assert f"submission {sent}" in page.text


def test_ones_own_code_is_ones_own(instructor: Visitor, problem: Problem) -> None:
    sent = instructor.submit()
    instructor.get(f"/submissions/{sent}")
    assert rows(instructor, "?action=submission.view") == []


def test_the_file_holds_what_was_asked_for_and_no_formula(instructor: Visitor, sessions: Sessions) -> None:
    accounts.create_user(sessions, email="=cmd@example.org", role=RoleName.ADMIN)
    actor = accounts.user_id_of(sessions, "=cmd@example.org")
    with sessions.begin() as session:
        audit.record(session, "problem.publish", subject="problem doubling", actor_id=actor, digest="d")
    [row] = rows(instructor, "?actor=cmd")
    assert row["actor"] == "'=cmd@example.org"
    assert row["detail"] == '{"digest": "d"}'
    assert len(rows(instructor)) == 3


def test_what_fits_nothing_is_said_kindly(instructor: Visitor) -> None:
    assert "Nothing fits this" in instructor.get("/staff/audit?actor=nobody").text
    assert instructor.get("/staff/audit?page=77").status_code == 200
