"""Nothing that was typed is ever lost: not by a reload, a refusal, a broken network or a reset."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.workspace import Workspace, attempt

TYPED = "def positional_encoding(seq_length, d_model):\n    return 'my work of an hour'\n"


def test_a_reload_in_the_middle_of_typing_keeps_the_text(workspace: Workspace) -> None:
    workspace.write(TYPED)
    workspace.page.reload()
    expect(workspace.editor).to_contain_text("my work of an hour")
    assert workspace.text == TYPED


@pytest.mark.parametrize(
    ("status", "message"),
    [
        pytest.param(409, "still being graded", id="the last one is still being graded"),
        pytest.param(413, "more code than can be sent", id="too large to be sent"),
        pytest.param(429, "very fast", id="too often"),
        pytest.param(500, "could not take this", id="the site fails"),
    ],
)
def test_a_refusal_is_said_kindly_and_the_text_stays(workspace: Workspace, status: int, message: str) -> None:
    workspace.write(TYPED)
    workspace.page.route("**/submissions", lambda route: route.fulfill(status=status, body="<h1>no</h1>"))
    workspace.page.keyboard.press("Control+Enter")
    expect(workspace.trouble).to_contain_text(message)
    expect(workspace.trouble).to_contain_text("code is")
    assert workspace.text == TYPED


def test_without_network_the_text_stays_and_can_be_sent_later(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write(attempt("right_loops"))
    page.route("**/submissions", lambda route: route.abort())
    page.keyboard.press("Control+Enter")
    expect(workspace.trouble).to_contain_text("cannot be reached")
    page.unroute("**/submissions")
    workspace.submit()
    assert workspace.verdict == "passed"
    expect(workspace.trouble).to_be_hidden()


def test_a_second_submission_at_once_is_refused_kindly(workspace: Workspace) -> None:
    slow = "import time\ntime.sleep(3)\n" + attempt("right_loops")
    workspace.write(slow)
    workspace.page.keyboard.press("Control+Enter")
    expect(workspace.results.locator(".pending")).to_be_visible()
    workspace.page.keyboard.press("Control+Enter")
    expect(workspace.trouble).to_contain_text("still being graded")
    assert workspace.text == slow
    workspace.graded()
    assert workspace.verdict == "passed"


def test_reset_to_the_starter_can_be_undone(workspace: Workspace) -> None:
    page = workspace.page
    starter = workspace.text
    workspace.write(TYPED)
    page.get_by_role("button", name="Reset").click()
    assert workspace.text == starter
    page.get_by_role("button", name="Undo").click()
    assert workspace.text == TYPED


def test_source_that_is_too_long_is_rejected_with_the_reason(workspace: Workspace) -> None:
    source = "# " + "x" * (65 << 10) + "\n"
    workspace.write(source)
    report = workspace.submit()
    assert workspace.verdict == "rejected"
    expect(report).to_contain_text("65,536")
    assert workspace.text == source
