"""What a workspace asks for: drafts, hints, calls, cancelling, comparing, restoring; and each only of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from gradatim.db import Sessions
from gradatim.models import RoleName, User
from gradatim.services import grading, publishing
from gradatim_grader.problem import Problem, from_files
from gradatim_runner.report import Verdict
from tests.services import making
from tests.services.fakes import MemoryGrader, report_of
from tests.web.visiting import JSON, Visitor

HIDDEN = re.compile(r"data-own-call\s+hidden>")


def post(visitor: Visitor, path: str, *, plain: bool = False, **data: Any) -> TestResponse:
    headers = {} if plain else JSON
    return visitor.client.post(path, data={**data, "csrf_token": visitor.token()}, headers=headers)


def save(visitor: Visitor, source: str, revision: int = 0, **data: Any) -> TestResponse:
    return post(visitor, "/problems/doubling/draft", source=source, revision=revision, **data)


def finish(sessions: Sessions, problem: Problem, submission_id: int, verdict: Verdict = Verdict.PASSED) -> None:
    claim = grading.claim(sessions, submission_id, owner="w", lease_seconds=60)
    assert claim is not None
    grading.finish(sessions, claim, report=report_of(problem, verdict=verdict))


def users(sessions: Sessions) -> int:
    with sessions.read() as session:
        return session.query(User).count()


def test_a_guest_is_made_at_the_first_save_and_finds_the_text_again(
    visitor: Visitor, sessions: Sessions, problem: Problem
) -> None:
    visitor.get("/problems/doubling")
    assert users(sessions) == 0
    assert save(visitor, "typed = 1\n").get_json()["revision"] == 1
    assert users(sessions) == 1
    page = visitor.get("/problems/doubling").text
    assert "typed = 1" in page
    assert 'data-draft-revision="1"' in page
    assert visitor.get("/problems/doubling/draft").get_json()["source"] == "typed = 1\n"


def test_what_was_typed_elsewhere_is_answered_not_overwritten(visitor: Visitor, problem: Problem) -> None:
    save(visitor, "first tab", tab="one")
    answer = save(visitor, "second tab", tab="two")
    assert answer.status_code == 409
    told = answer.get_json()
    assert (told["error"]["code"], told["source"], told["revision"], told["tab"]) == (
        "draft_conflict",
        "first tab",
        1,
        "one",
    )
    assert save(visitor, "second tab", told["revision"]).status_code == 200


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/problems/nothing/draft", {"source": "x", "revision": 0}),
        ("/problems/nothing/hints", {"number": 1}),
        ("/problems/doubling/hints", {"number": 7}),
        ("/problems/doubling/hints", {}),
        ("/problems/nothing/calls", {"source": "x", "arguments": "1"}),
        ("/submissions/1/restore", {}),
        ("/submissions/1/cancel", {}),
    ],
)
def test_what_there_is_not_makes_no_guest(
    visitor: Visitor, sessions: Sessions, problem: Problem, path: str, data: dict[str, Any]
) -> None:
    assert post(visitor, path, **data).status_code == 404
    assert users(sessions) == 0


@pytest.mark.parametrize(
    "path",
    [
        "/problems/doubling/draft",
        "/problems/doubling/draft/undo",
        "/problems/doubling/hints",
        "/problems/doubling/calls",
        "/submissions/1/restore",
        "/submissions/1/cancel",
    ],
)
def test_nothing_is_changed_without_the_pages_token(visitor: Visitor, problem: Problem, path: str) -> None:
    visitor.submit()
    answer = visitor.client.post(path, data={"source": "x", "number": 1, "arguments": "1"}, headers=JSON)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "csrf")


def test_a_draft_that_is_too_large_is_refused_in_words(visitor: Visitor, problem: Problem) -> None:
    answer = save(visitor, "x" * 300_000)
    assert answer.status_code == 413
    assert "draft" in answer.get_json()["error"]["message"]


def test_hints_are_on_the_page_once_they_were_asked_for(visitor: Visitor, other: Visitor, problem: Problem) -> None:
    assert "<em>twice</em>" not in visitor.get("/problems/doubling").text
    answer = post(visitor, "/problems/doubling/hints", number=1).get_json()
    assert answer["opened"] == 1
    assert "<em>twice</em>" in answer["html"]
    assert "<em>twice</em>" in visitor.get("/problems/doubling").text
    assert "<em>twice</em>" not in other.get("/problems/doubling").text


def test_a_hint_opens_without_script_too(visitor: Visitor, problem: Problem) -> None:
    answer = post(visitor, "/problems/doubling/hints", plain=True, number=1)
    assert (answer.status_code, answer.location) == (303, "/problems/doubling#hints")


def test_a_call_comes_back_as_what_it_returned(visitor: Visitor, problem: Problem, grader: MemoryGrader) -> None:
    sent = post(visitor, "/problems/doubling/calls", source="x = 1\n", arguments="21")
    assert sent.status_code == 201
    (*_, (name, done)) = visitor.events(sent.get_json()["id"])
    assert name == "done"
    assert "double(21)" in done["html"]
    assert "42" in done["html"]
    assert "double(21)" in visitor.get(sent.get_json()["url"]).text
    assert "double(21)" not in visitor.get("/problems/doubling/submissions").text
    assert grader.kept_for[-1] == "1"


def test_arguments_that_are_none_are_refused_with_a_sentence(visitor: Visitor, problem: Problem) -> None:
    answer = post(visitor, "/problems/doubling/calls", source="x = 1\n", arguments="2 * 3")
    assert answer.status_code == 422
    error = answer.get_json()["error"]
    assert error["code"] == "bad_arguments"
    assert "`2 * 3`" in error["message"]
    page = post(visitor, "/problems/doubling/calls", plain=True, source="x = 1\n", arguments="<b>")
    assert page.status_code == 422
    assert "<b>" not in page.text


def test_one_cancels_ones_own_and_reads_that_it_is_so(visitor: Visitor, other: Visitor, problem: Problem) -> None:
    made = visitor.submit()
    other.submit()
    assert "Cancel" in visitor.get(f"/submissions/{made}").text
    assert post(other, f"/submissions/{made}/cancel").status_code == 404
    assert post(visitor, f"/submissions/{made}/cancel").get_json() == {"cancelled": True}
    assert visitor.get(f"/submissions/{made}.json").get_json()["state"] == "cancelled"
    fragment = visitor.get(f"/submissions/{made}/result")
    assert fragment.headers["X-State"] == "cancelled"
    assert [name for name, _ in visitor.events(made)] == ["done"]
    page = visitor.get(f"/submissions/{made}").text
    assert "Cancelled" in page
    assert 'http-equiv="refresh"' not in page
    assert "Cancelled" in visitor.get("/problems/doubling/submissions").text
    assert visitor.submit()


def test_staff_look_and_cancel_nothing(
    visitor: Visitor, member: Callable[[RoleName], Visitor], problem: Problem
) -> None:
    made = visitor.submit()
    staff = member(RoleName.ADMIN)
    page = staff.get(f"/submissions/{made}").text
    assert "Cancel<" not in page
    assert "Put it into the editor" not in page
    assert post(staff, f"/submissions/{made}/cancel").status_code == 404
    assert post(staff, f"/submissions/{made}/restore").status_code == 404


def test_a_submission_goes_back_into_the_editor_and_that_is_undone(
    visitor: Visitor, other: Visitor, problem: Problem
) -> None:
    made = visitor.submit("sent = 1\n")
    other.submit()
    save(visitor, "typed = 2\n")
    assert post(other, f"/submissions/{made}/restore", plain=True).status_code == 404
    answer = post(visitor, f"/submissions/{made}/restore", plain=True)
    assert (answer.status_code, answer.location) == (303, "/problems/doubling#code")
    page = visitor.get("/problems/doubling").text
    assert "sent = 1" in page
    assert "Put back what was here before" in page
    post(visitor, "/problems/doubling/draft/undo", plain=True)
    assert "typed = 2" in visitor.get("/problems/doubling").text


def test_the_source_of_a_submission_is_a_file_for_its_owner(visitor: Visitor, other: Visitor, problem: Problem) -> None:
    made = visitor.submit("<script>alert(1)</script>\n")
    answer = visitor.get(f"/submissions/{made}/source")
    assert answer.get_data() == b"<script>alert(1)</script>\n"
    assert answer.mimetype == "text/plain"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert other.get(f"/submissions/{made}/source").status_code == 404


def test_without_script_the_editor_opens_with_what_was_sent_last(visitor: Visitor, problem: Problem) -> None:
    post(visitor, "/problems/doubling/submissions", plain=True, source="sent = 1\n", revision=0)
    assert visitor.get("/problems/doubling/draft").get_json()["source"] == "sent = 1\n"
    post(visitor, "/problems/doubling/runs", plain=True, source="ran = 2\n", revision=1)
    assert "ran = 2" in visitor.get("/problems/doubling").text


def test_two_of_ones_own_are_compared(visitor: Visitor, other: Visitor, sessions: Sessions, problem: Problem) -> None:
    ids = []
    for source in ("x = 1\nsame = 0\n", "x = 2\nsame = 0\n"):
        ids.append(visitor.submit(source))
        finish(sessions, problem, ids[-1], Verdict.FAILED)
    theirs = other.submit("secret = 3\n")
    page = visitor.get(f"/problems/doubling/compare?with={ids[1]}&with={ids[0]}").text
    assert "<mark>1</mark>" in page
    assert "<mark>2</mark>" in page
    assert page.index("<mark>1</mark>") < page.index("<mark>2</mark>")
    assert "It triples" in page
    mixed = visitor.get(f"/problems/doubling/compare?with={ids[0]}&with={theirs}")
    assert mixed.status_code == 200
    assert "secret" not in mixed.text
    assert other.get("/problems/doubling/compare?with=x&with=1").status_code == 200


def test_the_timeline_names_the_mistakes(visitor: Visitor, sessions: Sessions, problem: Problem) -> None:
    finish(sessions, problem, visitor.submit(), Verdict.FAILED)
    assert "It triples" in visitor.get("/problems/doubling/submissions").text


def test_the_solution_page_opens_after_passing(
    visitor: Visitor, other: Visitor, sessions: Sessions, problem: Problem
) -> None:
    assert visitor.get("/problems/doubling/solution").status_code == 404
    finish(sessions, problem, visitor.submit(), Verdict.PASSED)
    page = visitor.get("/problems/doubling/solution")
    assert page.status_code == 200
    assert "keeps its reference to itself" in page.text
    assert "return 2 * x" not in page.text
    assert "/problems/doubling/solution" in visitor.get("/problems/doubling").text
    assert other.get("/problems/doubling/solution").status_code == 404


def test_the_list_is_searched_and_the_page_is_then_not_pressed(visitor: Visitor, problem: Problem) -> None:
    assert "Double a number" in visitor.get("/?q=double&difficulty=easy&tag=numbers&standing=new").text
    missing = visitor.get("/?q=<b>nothing</b>", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in missing.headers
    assert "No problem fits this" in missing.text
    assert "<b>nothing" not in missing.text


def test_home_offers_to_go_on_where_one_left(visitor: Visitor, problem: Problem) -> None:
    assert "Start with Doubling" in visitor.get("/").text
    save(visitor, "typed")
    page = visitor.get("/").text
    assert "Continue with Doubling" in page
    assert "begun" in page


def test_only_functions_are_offered_for_calls_of_ones_own(visitor: Visitor, sessions: Sessions) -> None:
    files = making.problem().files | {"problem.toml": making.FACTS.partition("[[example]]")[0].encode()}
    for slug, starter, entry in (
        ("classy", b"class Counter:\n    pass\n", '["Counter"]'),
        ("both", b"class Counter:\n    pass\ndef f():\n    pass\ndef g():\n    pass\n", '["Counter", "f", "g"]'),
    ):
        facts = files["problem.toml"].replace(b'"double"', entry.encode())
        made = from_files(slug, {**files, "starter.py": starter, "problem.toml": facts})
        publishing.publish(sessions, made, sandbox=MemoryGrader())
    assert HIDDEN.search(visitor.get("/problems/classy").text)
    page = visitor.get("/problems/both").text
    assert not HIDDEN.search(page)
    assert "<option>f</option><option>g</option>" in page.replace("\n", "")
