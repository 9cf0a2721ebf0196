"""Run and Submit over HTTP: what is accepted, what is refused, and what a guest is."""

from __future__ import annotations

import io

import pytest
from sqlalchemy import func, select

from gradatim.db import Sessions
from gradatim.models import State, Submission, User
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict
from tests.web.visiting import Visitor


def stored(sessions: Sessions, submission_id: int) -> Submission:
    with sessions.read() as session:
        return session.get_one(Submission, submission_id)


def count(sessions: Sessions, model: type[User] | type[Submission]) -> int:
    with sessions.read() as session:
        return session.scalar(select(func.count()).select_from(model)) or 0


@pytest.mark.parametrize(("to", "kind"), [("submissions", "submit"), ("runs", "run")])
def test_a_script_is_told_where_the_answer_will_be(
    visitor: Visitor, sessions: Sessions, problem: Problem, to: str, kind: str
) -> None:
    answer = visitor.send(to=to)
    made = answer.get_json()
    assert answer.status_code == 201
    assert made["state"] == "queued"
    assert (made["url"], made["events"]) == (f"/submissions/{made['id']}", f"/submissions/{made['id']}/events")
    assert (stored(sessions, made["id"]).kind, stored(sessions, made["id"]).source) == (kind, b"x = 1\n")


def test_a_form_without_script_leads_to_the_submissions_page(visitor: Visitor, problem: Problem) -> None:
    form = {"source": "x = 1", "csrf_token": visitor.token("/problems/doubling")}
    answer = visitor.client.post("/problems/doubling/submissions", data=form)
    assert (answer.status_code, answer.location) == (303, "/submissions/1")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        pytest.param(b"#" * 70_000, "70,000 bytes", id="too large to be graded"),
        pytest.param(b"x = '\xe9'", "UTF-8", id="not UTF-8"),
        pytest.param(b"x = 1\0", "NUL", id="with NUL"),
    ],
)
@pytest.mark.parametrize("way", ["form", "multipart field", "file"])
def test_a_source_that_cannot_be_graded_is_kept_with_the_reason(
    visitor: Visitor, sessions: Sessions, problem: Problem, source: bytes, why: str, way: str
) -> None:
    if way == "form":
        answer = visitor.send(source)
    elif way == "file":
        answer = visitor.send(data={"source": (io.BytesIO(source), "mine.py")})
    else:
        part = b'--b\r\nContent-Disposition: form-data; name="source"\r\n\r\n' + source + b"\r\n--b--\r\n"
        answer = visitor.send(data=part, content_type="multipart/form-data; boundary=b")
    assert answer.status_code == 201
    assert answer.get_json()["state"] == "done"
    kept = stored(sessions, answer.get_json()["id"])
    assert (kept.state, kept.verdict) == (State.DONE, Verdict.REJECTED)
    assert why in kept.sentence
    assert why in visitor.get(f"/submissions/{kept.id}").text


def test_the_line_ends_of_a_text_area_become_pythons(visitor: Visitor, sessions: Sessions, problem: Problem) -> None:
    made = visitor.submit("a = 1\r\nb = 2\r\n")
    assert stored(sessions, made).source == b"a = 1\nb = 2\n"


def test_a_second_submission_while_one_is_being_graded_is_refused_kindly(visitor: Visitor, problem: Problem) -> None:
    visitor.submit()
    answer = visitor.send()
    assert answer.status_code == 409
    assert answer.get_json()["error"]["code"] == "already_grading"
    page = visitor.send(headers={"Accept": "text/html"})
    assert page.status_code == 409
    assert "still being graded" in page.text


@pytest.mark.parametrize(
    ("options", "status", "code"),
    [
        pytest.param({"slug": "nothing"}, 404, "not_found", id="no such problem"),
        pytest.param({"data": {"other": "x"}}, 422, "no_source", id="no source"),
        pytest.param({"source": "#" * (2 << 20)}, 413, "too_large", id="more than is read at all"),
    ],
)
def test_a_refusal_stores_nothing_and_makes_no_guest(
    visitor: Visitor, sessions: Sessions, problem: Problem, options: dict[str, str], status: int, code: str
) -> None:
    answer = visitor.send(**options)
    assert answer.status_code == status
    assert answer.get_json()["error"]["code"] == code
    assert answer.get_json()["error"]["message"]
    assert (count(sessions, Submission), count(sessions, User)) == (0, 0)


@pytest.mark.parametrize("token", [None, "", "forged"])
def test_nothing_is_accepted_without_the_pages_token(
    visitor: Visitor, sessions: Sessions, problem: Problem, token: str | None
) -> None:
    visitor.get("/")
    headers = {"Accept": "application/json", **({} if token is None else {"X-CSRFToken": token})}
    for to in ("submissions", "runs"):
        answer = visitor.client.post(f"/problems/doubling/{to}", data={"source": "x"}, headers=headers)
        assert answer.status_code == 400
        assert answer.get_json()["error"]["code"] == "csrf"
    assert count(sessions, Submission) == 0


def test_reading_makes_no_guest_and_sending_makes_one(visitor: Visitor, sessions: Sessions, problem: Problem) -> None:
    for path in ("/", "/problems/doubling", "/problems/doubling/submissions"):
        visitor.get(path)
    assert count(sessions, User) == 0
    answer = visitor.send()
    [cookie] = [line for line in answer.headers.getlist("Set-Cookie") if line.startswith("gradatim_guest=")]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    visitor.send(to="runs")
    assert count(sessions, User) == 1


@pytest.mark.parametrize("cookie", ["", "1", "forged.signature", "ImFiYyI.AAAA"])
def test_a_forged_cookie_is_nobody(visitor: Visitor, other: Visitor, problem: Problem, cookie: str) -> None:
    made = visitor.submit()
    other.client.set_cookie("gradatim_guest", cookie)
    assert other.get(f"/submissions/{made}").status_code == 404
    assert other.get("/").status_code == 200
