"""Every page, for somebody new and for somebody with a history."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from flask import Flask

from gradatim.db import Sessions
from gradatim.services import grading
from gradatim.web import assets
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, Verdict
from tests.services import making
from tests.services.fakes import report_of
from tests.web.visiting import Visitor


def finish(sessions: Sessions, submission_id: int, report: Report) -> None:
    claim = grading.claim(sessions, submission_id, owner="w", lease_seconds=60)
    assert claim is not None
    assert grading.finish(sessions, claim, report=report)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", "Doubling"),
        ("/problems/doubling", "math inline"),
        ("/problems/doubling/submissions", "Nothing yet"),
        ("/login", 'name="password"'),
    ],
)
def test_somebody_new_can_read_every_page(visitor: Visitor, problem: Problem, path: str, shown: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert shown in answer.text


def test_a_site_without_problems_says_so(visitor: Visitor) -> None:
    assert "No problem" in visitor.get("/").text


def test_the_editor_opens_with_the_starter_and_later_with_what_one_sent_last(
    visitor: Visitor, problem: Problem
) -> None:
    assert "def double(x):\n    pass" in visitor.get("/problems/doubling").text
    visitor.submit("def double(x):\n    return 3 * x\n")
    assert "return 3 * x" in visitor.get("/problems/doubling").text


def test_the_workspace_knows_what_is_still_being_graded(visitor: Visitor, problem: Problem, sessions: Sessions) -> None:
    made = visitor.submit()
    assert f"/submissions/{made}/events" in visitor.get("/problems/doubling").text
    finish(sessions, made, report_of(problem, verdict=Verdict.PASSED))
    assert f"/submissions/{made}/events" not in visitor.get("/problems/doubling").text


def test_a_submission_waits_and_then_shows_its_report_without_any_script(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    made = visitor.submit()
    waiting = visitor.get(f"/submissions/{made}").text
    assert 'http-equiv="refresh"' in waiting
    assert "you are next" in waiting
    finish(sessions, made, report_of(problem, verdict=Verdict.FAILED))
    done = visitor.get(f"/submissions/{made}").text
    assert 'http-equiv="refresh"' not in done
    for shown in ("It triples", "Doubles", "hello", "A test does not pass yet."):
        assert shown in done


def test_the_fragment_says_in_a_header_whether_it_is_final(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    made = visitor.submit()
    answer = visitor.get(f"/submissions/{made}/result")
    assert (answer.status_code, answer.headers["X-State"]) == (200, "queued")
    assert "<html" not in answer.text
    finish(sessions, made, report_of(problem, verdict=Verdict.PASSED))
    answer = visitor.get(f"/submissions/{made}/result")
    assert answer.headers["X-State"] == "done"
    assert 'data-verdict="passed"' in answer.text


def test_the_json_is_the_report_with_id_state_and_position(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    made = visitor.submit()
    shown = visitor.get(f"/submissions/{made}.json").get_json()
    assert shown == {"id": made, "kind": "submit", "state": "queued", "position": 1, "problem": "doubling"}
    finish(sessions, made, report_of(problem, verdict=Verdict.FAILED))
    shown = visitor.get(f"/submissions/{made}.json").get_json()
    assert (shown["state"], shown["position"], shown["verdict"]) == ("done", None, "failed")
    assert (shown["version"], shown["score"], shown["max_score"]) == (problem.digest, 0.0, 2.0)
    assert [pitfall["name"] for pitfall in shown["pitfalls"]] == ["tripled"]
    assert [test["outcome"] for test in shown["tests"]] == ["failed"]


def test_a_history_shows_each_attempt_with_its_code(visitor: Visitor, problem: Problem, sessions: Sessions) -> None:
    made = visitor.submit("first = 1\n")
    finish(sessions, made, report_of(problem, verdict=Verdict.FAILED))
    visitor.submit("second = 2\n")
    page = visitor.get("/problems/doubling/submissions").text
    assert "first = 1" in page
    assert "second = 2" in page


def test_what_a_learner_wrote_or_printed_is_text_never_markup(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    evil = "<script>alert(1)</script>"
    made = visitor.submit(f"# {evil}</textarea>\n")
    report = Report(problem="doubling", version=problem.digest, verdict=Verdict.ERROR, sentence=evil, stdout=evil)
    finish(sessions, made, report)
    for path in (f"/submissions/{made}", f"/submissions/{made}/result", "/problems/doubling"):
        assert evil not in visitor.get(path).text


def test_the_index_shows_ones_own_best(visitor: Visitor, other: Visitor, problem: Problem, sessions: Sessions) -> None:
    finish(sessions, visitor.submit(), report_of(problem, verdict=Verdict.PASSED))
    assert "Passed" in visitor.get("/").text
    assert "Passed" not in other.get("/").text


def test_a_page_of_an_old_version_still_shows_its_submissions(
    visitor: Visitor, problem: Problem, sessions: Sessions
) -> None:
    made = visitor.submit()
    finish(sessions, made, report_of(problem, verdict=Verdict.PASSED))
    making.published(sessions, statement="Double it.")
    assert visitor.get(f"/submissions/{made}").status_code == 200
    assert f"/submissions/{made}" in visitor.get("/problems/doubling/submissions").text


def test_a_bundle_without_a_time_is_read_all_the_same(tmp_path: Path) -> None:
    """As in an image, whose files may all be of the year 1970."""
    manifest = tmp_path / assets.MANIFEST
    manifest.parent.mkdir(parents=True)
    manifest.write_text('{"src/main.ts": {"file": "assets/main-1.js"}}')
    os.utime(manifest, (0, 0))
    app = Flask("site", static_folder=str(tmp_path))
    with app.test_request_context():
        assert assets.Assets(tmp_path).url("src/main.ts").endswith("/dist/assets/main-1.js")
