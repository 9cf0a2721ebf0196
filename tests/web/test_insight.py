"""The staff's page of insight: figures, tables behind the charts, files of them, and mistakes without a name."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

from gradatim.db import Sessions
from gradatim.models import AuditEvent, DraftCheck, RoleName
from gradatim_grader.problem import Problem
from gradatim_runner.report import Outcome, Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader
from tests.services.test_insight import Class
from tests.web.visiting import JSON, Visitor

PLACE = "/staff/problems/doubling/insight"
ANSWERS = "a" * 32


@pytest.fixture
def staff(member: Callable[[RoleName], Visitor]) -> Visitor:
    return member(RoleName.INSTRUCTOR)


@pytest.fixture
def people(sessions: Sessions, problem: Problem) -> Class:
    made = Class(sessions)
    one = made.person()
    made.sent(
        one, Verdict.FAILED, answers=ANSWERS, tests=(Outcome.FAILED,), source=b"# by Ann\ndef double(x): return 9\n"
    )
    made.sent(one, Verdict.FAILED, pitfalls=("=tripled",), tests=(Outcome.FAILED,))
    made.sent(one, Verdict.PASSED, tests=(Outcome.PASSED,), after_minutes=30)
    return made


def test_a_problem_without_submissions_says_so(staff: Visitor, problem: Problem) -> None:
    assert "Nobody has a graded submission" in staff.get(PLACE).text


def test_the_page_holds_the_figures_and_a_table_behind_every_chart(staff: Visitor, people: Class) -> None:
    page = staff.get(PLACE).text
    for shown in ("1 of 1 people", "30 min", "1 of 2 wrong submissions", "failed it is.", "67 %", "=Tripled"):
        assert shown in page
    assert page.count("data-chart=") == page.count("<details open>") == 4


def test_what_is_behind_a_chart_comes_as_a_file_and_no_cell_of_it_is_a_formula(staff: Visitor, people: Class) -> None:
    page = staff.get(PLACE).text
    for name in ("attempts", "time", "tests", "pitfalls", "unnamed"):
        assert f"{PLACE}/{name}.csv" in page
        answer = staff.get(f"{PLACE}/{name}.csv")
        assert (answer.status_code, answer.mimetype) == (200, "text/csv")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="doubling-{name}.csv"'
        assert len(list(csv.reader(io.StringIO(answer.text)))) > 1
    rows = list(csv.reader(io.StringIO(staff.get(f"{PLACE}/pitfalls.csv").text)))
    assert [row[1] for row in rows[1:]] == ["'=Tripled", "No mistake with a name"]


def test_a_group_shows_its_shortest_source_and_nobodys_name(sessions: Sessions, staff: Visitor, people: Class) -> None:
    page = staff.get(f"/staff/problems/doubling/unnamed/{ANSWERS}").text
    assert "return 9" in page
    assert "Ann" not in page
    with sessions.read() as session:
        looks = session.query(AuditEvent).filter(AuditEvent.action == "submission.view").count()
    assert looks == 1  # who looked at whose code stands in the audit log
    assert staff.get(f"/staff/problems/doubling/unnamed/{'b' * 32}").status_code == 404


def test_a_window_is_kept_in_every_link(sessions: Sessions, staff: Visitor, people: Class) -> None:
    new = making.published(sessions, statement="Double $x$ *exactly*.")
    page = staff.get(f"{PLACE}?version={new.digest}").text
    assert "Nobody has a graded submission" in page
    old = next(digest for digest in _digests(page) if digest != new.digest)
    page = staff.get(f"{PLACE}?version={old}&days=0").text
    assert f"pitfalls.csv?version={old}" in page
    assert f"unnamed/{ANSWERS}?version={old}" in page
    assert staff.get(f"{PLACE}?version=nonsense&days=nonsense").status_code == 200


def test_what_is_not_there_is_not_found(staff: Visitor, people: Class) -> None:
    for path in (
        f"{PLACE}/nothing.csv",
        "/staff/problems/nothing/insight",
        "/staff/problems/nothing/insight/tests.csv",
    ):
        assert staff.get(path).status_code == 404


@pytest.mark.parametrize("role", [None, RoleName.STUDENT])
def test_insight_is_for_staff(
    member: Callable[[RoleName], Visitor], other: Visitor, people: Class, role: RoleName | None
) -> None:
    somebody = other if role is None else member(role)
    for path in (PLACE, f"{PLACE}/tests.csv", f"/staff/problems/doubling/unnamed/{ANSWERS}"):
        assert somebody.get(path).status_code == (302 if role is None else 404)


def _digests(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('<option value="')[1:] if len(part.split('"')[0]) == 64]


def test_a_group_becomes_a_pitfall_of_a_draft_that_is_checked(
    sessions: Sessions, staff: Visitor, people: Class, grader: MemoryGrader
) -> None:
    form = {"csrf_token": staff.token()}
    page = f"/staff/problems/doubling/unnamed/{ANSWERS}"
    answer = staff.client.post(f"{page}/pitfall", data=form)
    assert answer.status_code == 303
    draft = answer.location.removesuffix("/check")
    assert _file(staff, draft, f"pitfalls/unnamed_{ANSWERS[:8]}.py") == "def double(x):\n    return 9\n"
    again = staff.client.post(f"{page}/pitfall", data=form)
    assert (again.status_code, "already" in again.text) == (409, True)

    named = staff.client.post(f"{page}/pitfall", data=form | {"name": "nine", "title": "It is always nine"})
    assert (named.status_code, named.location) == (303, answer.location)
    facts = _file(staff, draft, "problem.toml")
    assert 'title = "It is always nine"' in facts
    assert 'file = "pitfalls/nine.py"' in facts
    with sessions.read() as session:
        assert session.query(DraftCheck).count() == 1


def _file(staff: Visitor, draft: str, path: str) -> str:
    source = staff.get(f"{draft}/files/{path}", headers=JSON).get_json()["source"]
    assert isinstance(source, str)
    return source
