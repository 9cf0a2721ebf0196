"""A visitor without an account: from the list of problems to the name of the mistake."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.workspace import Workspace, attempt


def test_a_visitor_finds_the_problem_solves_it_and_reads_the_verdict(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Start with Positional encoding").click()
    workspace = Workspace(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Positional encoding")
    expect(workspace.editor).to_be_focused()  # one click, and one may type
    workspace.write(attempt("right_loops"))
    workspace.submit()
    assert workspace.verdict == "passed"
    expect(workspace.report.locator(".verdict-name")).to_contain_text("Passed")
    expect(page.locator("[data-announcer]")).to_have_text(
        re.compile(r"^Passed\. All \d+ tests pass\. 10 of 10 points\.$")
    )
    page.goto("/")
    expect(page.get_by_role("link", name="Start with")).not_to_contain_text("Positional encoding")
    entry = page.locator(".contents > li", has_text="Positional encoding")
    expect(entry.locator(".standing")).to_contain_text("Passed")


@pytest.mark.parametrize(
    ("name", "verdict", "pitfalls"),
    [
        pytest.param("wrong_exponent_i", "failed", {"exponent-i"}, id="the exponent is halved"),
        pytest.param("wrong_concatenated_halves", "failed", {"concatenated-halves"}, id="halves, not pairs"),
        pytest.param("wrong_two_at_once", "failed", {"base-1000", "one-based"}, id="two mistakes at once"),
        pytest.param("wrong_unlisted", "failed", set(), id="a mistake that nobody listed"),
        pytest.param("right_loops", "passed", set(), id="right"),
    ],
)
def test_an_attempt_gets_its_verdict_and_exactly_its_pitfalls(
    workspace: Workspace, name: str, verdict: str, pitfalls: set[str]
) -> None:
    workspace.write(attempt(name))
    workspace.submit()
    assert (workspace.verdict, workspace.pitfalls) == (verdict, pitfalls)


def test_where_no_mistake_is_named_the_first_difference_is_shown(workspace: Workspace) -> None:
    workspace.write(attempt("wrong_unlisted"))
    report = workspace.submit()
    matrices = report.locator(".matrices").first
    expect(matrices.get_by_role("table")).to_have_count(2)
    expect(matrices.locator("td.first")).to_have_count(2)
    assert re.search(r"[Rr]ow \d+, column \d+", report.locator(".difference p").first.inner_text())


def test_every_test_shows_title_and_outcome_in_words(workspace: Workspace) -> None:
    workspace.write(attempt("wrong_exponent_i"))
    report = workspace.submit()
    tests = report.locator(".test")
    assert tests.count() > 5
    for test in tests.all():
        assert test.locator(".name").inner_text().strip()
        assert re.search("passed|wrong answer|error|limit|not run", test.locator(".tag").text_content() or "")
    expect(report.locator(".figures")).to_contain_text("points")
    expect(report.locator("[data-outcome=failed] .hint").first).to_be_visible()


def test_run_tries_the_samples_and_shows_what_was_printed_and_whether_there_was_more(workspace: Workspace) -> None:
    workspace.write('print("hello from the learner")\n' + attempt("right_loops"))
    report = workspace.run()
    assert workspace.verdict == "passed"
    expect(report.locator("[data-output=stdout]")).to_contain_text("hello from the learner")
    expect(report.get_by_role("heading", name="Sample tests")).to_be_visible()
    workspace.write('print("too much " * 100_000)\n' + attempt("right_loops"))
    workspace.run()
    expect(report).to_contain_text("There was more: only the beginning is kept.")
    assert workspace.verdict == "output_limit"


def test_a_syntax_error_marks_its_line_in_the_editor(workspace: Workspace) -> None:
    workspace.write("import numpy as np\n\ndef positional_encoding(seq_length, d_model)\n    pass\n")
    workspace.submit()
    assert workspace.verdict == "syntax_error"
    expect(workspace.page.locator(".cm-blamed")).to_contain_text("def positional_encoding")


def test_attempts_are_listed_and_each_opens_with_its_code(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("# the first try\n" + attempt("wrong_exponent_i"))
    workspace.submit()
    page.get_by_role("tab", name="Submissions").click()
    history = page.locator("#history")
    expect(history.get_by_role("listitem").first).to_contain_text("Not right yet")
    history.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Submission")
    expect(page.locator(".listing")).to_contain_text("# the first try")
    expect(page.locator("[data-pitfall=exponent-i]")).to_be_visible()


def test_a_reload_while_it_is_graded_still_brings_the_verdict(workspace: Workspace) -> None:
    workspace.write("import time\ntime.sleep(1)\n" + attempt("right_loops"))
    workspace.page.keyboard.press("Control+Enter")
    expect(workspace.results.locator(".pending")).to_be_visible()
    workspace.page.reload()
    workspace.graded()
    assert workspace.verdict == "passed"


def test_where_events_do_not_come_through_the_page_asks_for_the_verdict(workspace: Workspace) -> None:
    workspace.page.route("**/events", lambda route: route.abort())
    workspace.write(attempt("wrong_exponent_i"))
    workspace.submit()
    assert workspace.pitfalls == {"exponent-i"}


def test_while_the_grader_cannot_be_reached_the_student_reads_that_it_waits(workspace: Workspace) -> None:
    waiting = 'event: state\ndata: {"state": "waiting", "position": 1, "done": null, "total": 15}\n\n'
    workspace.page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=waiting))
    workspace.page.route("**/result", lambda route: route.abort())
    workspace.write(attempt("right_loops"))
    workspace.page.keyboard.press("Control+Enter")
    expect(workspace.results).to_contain_text("Waiting for the grader")
    workspace.page.unroute_all()
    workspace.graded()
    assert workspace.verdict == "passed"
