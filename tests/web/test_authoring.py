"""From nothing to a problem that students see: made, written, checked, published, shown, put away."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest

from gradatim.db import Sessions
from gradatim.models import AuditEvent, RoleName
from gradatim.services.templates import TEMPLATES
from gradatim_grader.archive import packed, unpacked
from gradatim_grader.problem import Problem
from tests.services import making
from tests.services.fakes import MemoryGrader
from tests.web.authors import Author
from tests.web.visiting import Visitor


@pytest.fixture
def ann(member: Callable[[RoleName], Visitor]) -> Author:
    return Author(member(RoleName.INSTRUCTOR))


def test_a_pasted_problem_is_checked_published_listed_and_solved(
    ann: Author, visitor: Visitor, sessions: Sessions, grader: MemoryGrader
) -> None:
    draft_id = ann.make()
    refused = ann.publish(draft_id)
    assert "Check it first" in ann.get(refused.location).text
    assert "Proven." in ann.check(draft_id)
    assert "The first version" in ann.get(f"/authoring/drafts/{draft_id}/publish").text
    assert ann.publish(draft_id).location == "/authoring/problems/doubling"
    assert visitor.get("/problems/doubling").status_code == 404
    assert visitor.send().status_code == 404
    assert ann.visitor.submit()
    assert "Doubling" not in visitor.get("/").text
    ann.post("/authoring/problems/doubling/visibility", visibility="unlisted")
    assert visitor.get("/problems/doubling").status_code == 200
    assert "Doubling" not in visitor.get("/").text
    ann.post("/authoring/problems/doubling/visibility", visibility="listed")
    assert "Doubling" in visitor.get("/").text
    assert visitor.submit()
    with sessions.read() as session:
        told = [(event.action, event.subject) for event in session.query(AuditEvent).order_by(AuditEvent.id)]
    assert told[-3:] == [(action, "problem doubling") for action in ("problem.publish", "problem.show", "problem.show")]


def test_only_what_was_checked_is_published_and_the_page_says_what_changed(ann: Author, grader: MemoryGrader) -> None:
    draft_id = ann.make()
    ann.check(draft_id)
    ann.publish(draft_id)
    files = f"/authoring/drafts/{draft_id}/files"
    begun = ann.get(f"{files}/statement.md").get_json()
    ann.post(f"{files}/statement.md", source="Double it.\n", revision=begun["revision"])
    assert "not been checked" in ann.get(ann.publish(draft_id).location).text
    page = ann.get(f"/authoring/drafts/{draft_id}/publish").text
    assert "+Double it." in page
    assert "solution.py" not in page
    ann.check(draft_id)
    assert ann.publish(draft_id).location == "/authoring/problems/doubling"
    assert "2 versions" in ann.get("/authoring/problems/doubling").text


def test_what_is_at_fault_is_said_and_not_published(ann: Author, grader: MemoryGrader) -> None:
    draft_id = ann.make()
    ann.post(f"/authoring/drafts/{draft_id}/remove", path="starter.py")
    page = ann.check(draft_id)
    assert "Not proven" in page
    assert "is missing" in page
    assert "This is not a problem yet" in ann.get(ann.publish(draft_id).location).text


def test_an_archived_problem_leaves_the_list_and_refuses_kindly(
    ann: Author, visitor: Visitor, other: Visitor, problem: Problem, grader: MemoryGrader
) -> None:
    made = visitor.submit()
    ann.post("/authoring/problems/doubling/archive", archived="yes")
    assert "Doubling" not in other.get("/").text
    assert "This problem is archived" in visitor.get("/problems/doubling").text
    assert visitor.get(f"/submissions/{made}").status_code == 200
    for somebody in (visitor, other):
        answer = somebody.send()
        assert answer.status_code == 410
        assert "takes no new submissions" in answer.get_json()["error"]["message"]
    assert other.client.get_cookie("gradatim_guest") is None
    ann.post("/authoring/problems/doubling/archive")
    assert visitor.send().status_code == 201


def test_a_published_problem_opens_as_a_draft(ann: Author, problem: Problem) -> None:
    opened = ann.post("/authoring/problems/doubling/edit").location
    assert "Published as it is" in ann.get(opened).text
    assert ann.post("/authoring/problems/doubling/edit").location == opened


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_makes_a_draft_without_fault(ann: Author, template: str) -> None:
    draft_id = ann.make("mine", how="template", template=template)
    assert ann.get(f"/authoring/drafts/{draft_id}/fault").get_json()["fault"] is None


def test_a_zip_makes_a_draft_and_goes_out_again_as_it_came(ann: Author) -> None:
    content = packed(making.problem("halving"))
    answer = ann.post("/authoring/new", how="zip", zip=(io.BytesIO(content), "halving.zip"))
    draft = answer.location.partition("?")[0]
    zipped = ann.get(f"{draft}/export")
    assert zipped.mimetype == "application/zip"
    assert zipped.data == content
    assert unpacked(io.BytesIO(zipped.data), name="x").slug == "halving"


def test_a_hostile_zip_makes_nothing_and_says_why(ann: Author) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../out.py", "")
    file.seek(0)
    answer = ann.post("/authoring/new", how="zip", zip=(file, "bad.zip"))
    assert answer.status_code == 422
    assert "bad.zip" in answer.text
    assert "Nothing is being written" in ann.get("/authoring").text


def test_a_zip_may_be_larger_than_other_requests_but_not_from_strangers(ann: Author, visitor: Visitor) -> None:
    for somebody, status in ((ann.visitor, 422), (visitor, 413)):
        parts = [
            f'--part\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'
            for name, more, value in (
                ("csrf_token", "", somebody.token()),
                ("how", "", "zip"),
                ("zip", '; filename="large.zip"', "x" * (2 << 20)),
            )
        ]
        body = "".join([*parts, "--part--\r\n"])
        answer = somebody.client.post("/authoring/new", data=body, content_type="multipart/form-data; boundary=part")
        assert answer.status_code == status


def test_what_was_typed_is_still_there_when_it_is_refused(ann: Author) -> None:
    answer = ann.post(
        "/authoring/new", how="paste", slug="doubling", tests="def test_x():\n  pass", solution="x = 'kept'"
    )
    assert answer.status_code == 422
    assert "x = &#39;kept&#39;" in answer.text
    assert "defines no function" in answer.text


def test_two_tabs_cannot_write_over_each_other(ann: Author) -> None:
    draft_id = ann.make()
    path = f"/authoring/drafts/{draft_id}/files/statement.md"
    begun = ann.get(path).get_json()
    saved = ann.post_json(path, source="One.", revision=begun["revision"], tab="one").get_json()
    assert saved["revision"] > begun["revision"]
    late = ann.post_json(path, source="Two.", revision=begun["revision"], tab="two")
    assert late.status_code == 409
    assert (late.get_json()["source"], late.get_json()["tab"]) == ("One.", "one")
    plain = ann.post(path, source="Two.", revision=begun["revision"])
    assert plain.status_code == 409
    assert "One." in plain.text
    assert "Two." in plain.text
    assert re.search(rf'name="revision"\s+value="{saved["revision"]}"', plain.text)  # saving once more is meant


def test_files_are_added_renamed_taken_out_and_put_back(ann: Author) -> None:
    draft_id = ann.make()
    draft = f"/authoring/drafts/{draft_id}"
    ann.post(f"{draft}/add", path="theory.md")
    ann.post(f"{draft}/rename", path="theory.md", to="notes.md")
    page = ann.get(draft).text
    assert 'data-path="notes.md"' in page
    ann.post(f"{draft}/remove", path="notes.md")
    page = ann.get(draft).text
    assert 'data-path="notes.md"' not in page
    assert "Put notes.md back" in page
    ann.post(f"{draft}/add", path="notes.md")
    assert 'data-path="notes.md"' in ann.get(draft).text
    assert "There is a file" in ann.get(ann.post(f"{draft}/add", path="notes.md").location).text


def test_statement_and_theory_are_shown_as_students_see_them(ann: Author) -> None:
    draft_id = ann.make()
    quiz = '```quiz\nname = "a"\nkind = "numeric"\nquestion = "How **many**?"\nanswer = 2\ntolerance = 0.1\n```\n'
    path = f"/authoring/drafts/{draft_id}/preview"
    shown = ann.post(path, path="theory.md", source=f"Some *words*.\n\n{quiz}").text
    assert "<em>words</em>" in shown
    assert "<strong>many</strong>" in shown
    assert "theory.md: line 2" in ann.post(path, path="theory.md", source="\n```quiz\nname = 1\n```\n").text
    assert "Twice" in ann.get(f"{path}?file=statement.md").text


def test_an_array_is_shown_once_a_check_has_computed_it(ann: Author, grader: MemoryGrader) -> None:
    draft_id = ann.make()
    draft = f"/authoring/drafts/{draft_id}"
    block = "```array\nargs = [3]\ncaption = 'Six.'\n```\n"
    ann.post(f"{draft}/add", path="theory.md")
    begun = ann.get(f"{draft}/files/theory.md").get_json()
    ann.post(f"{draft}/files/theory.md", source=block, revision=begun["revision"])
    assert "once a check has computed it" in ann.get(f"{draft}/preview?file=theory.md").text
    ann.check(draft_id)
    shown = ann.post(f"{draft}/preview", path="theory.md", source=f"Words before it.\n\n{block}").text
    [address] = re.findall(rf"{draft}/arrays/[\w-]+.f64", shown)
    assert len(ann.get(address).data) == 24
    other = ann.post(f"{draft}/preview", path="theory.md", source=block.replace("[3]", "[4]")).text
    assert "once a check has computed it" in other
    assert ann.get(f"{draft}/arrays/none.f64").status_code == 404


def test_deleting_asks_first(ann: Author) -> None:
    draft_id = ann.make()
    assert "Delete this draft?" in ann.get(f"/authoring/drafts/{draft_id}/delete").text
    assert ann.get(f"/authoring/drafts/{draft_id}").status_code == 200
    ann.post(f"/authoring/drafts/{draft_id}/delete")
    assert ann.get(f"/authoring/drafts/{draft_id}").status_code == 404


def test_a_check_is_followed_by_events_and_called_off(ann: Author, grader: MemoryGrader) -> None:
    draft_id = ann.make()
    grader.hold()
    ann.post(f"/authoring/drafts/{draft_id}/check")
    assert grader.busy.wait(20)
    stream = ann.visitor.stream(f"/authoring/drafts/{draft_id}/check/events")
    name, said = next(stream)
    assert (name, said["state"]) == ("state", "claimed")
    assert ann.post_json(f"/authoring/drafts/{draft_id}/check/cancel").get_json() == {"cancelled": True}
    assert next(stream)[0] == "done"
    grader.let_go.set()
    assert "called off" in ann.get(f"/authoring/drafts/{draft_id}/check").text


def test_a_surviving_mutant_is_marked_with_a_reason(ann: Author) -> None:
    draft_id = ann.make()
    path = f"/authoring/drafts/{draft_id}"
    ann.post(f"{path}/equivalent", removed="return 2 * x", added="return x * 2", reason="Numbers commute ✓.")
    marked = ann.get(f"{path}/files/mutants.toml").get_json()["source"]
    assert 'reason = "Numbers commute ✓."' in marked
    assert ann.get(f"{path}/fault").get_json()["fault"] is None
    assert "Say why" in ann.get(ann.post(f"{path}/equivalent", removed="a", added="b", reason=" ").location).text


@pytest.mark.parametrize("role", [None, RoleName.STUDENT])
def test_students_and_guests_have_no_authoring(
    member: Callable[[RoleName], Visitor], other: Visitor, problem: Problem, role: RoleName | None
) -> None:
    somebody = other if role is None else member(role)
    for path in ("/authoring", "/authoring/new", "/authoring/drafts/1", "/authoring/problems/doubling"):
        assert somebody.get(path).status_code == (302 if role is None else 404)
