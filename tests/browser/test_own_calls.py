"""Calling with arguments of one's own, calling off, and looking back at what was sent."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.workspace import GRADED_MS, Workspace, attempt


def test_ones_own_arguments_give_what_was_returned_and_expected(workspace: Workspace) -> None:
    page, typed = workspace.page, workspace.page.locator("[data-arguments]")
    workspace.write("print('called')\n" + attempt("wrong_exponent_i"))
    typed.fill("12, x")
    typed.press("Enter")
    expect(page.locator("[data-call-error]")).to_contain_text("the name `x`")
    typed.fill("12, 16")
    typed.press("Enter")
    report = workspace.graded()
    expect(page.locator("[data-call-error]")).to_be_hidden()
    expect(report.locator(".verdict-name")).to_contain_text("Not what was expected")
    expect(report.locator(".sentence")).to_contain_text("Row 1, column 2")
    expect(report.locator("[data-output=stdout]")).to_contain_text("called")
    expect(report.locator("array-comparison")).to_be_visible()


def test_what_is_being_graded_can_be_called_off_and_the_next_one_sent(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("import time\ntime.sleep(4)\n" + attempt("right_loops"))
    page.keyboard.press("Control+Enter")
    page.locator("[data-cancel]").click()
    expect(page.locator("[data-cancelled]")).to_be_visible()
    workspace.write(attempt("right_loops"))
    page.keyboard.press("Control+Enter")
    workspace.graded()
    assert workspace.verdict == "passed"
    page.get_by_role("tab", name="Submissions").click()
    expect(page.locator("#history .verdict-name").nth(1)).to_contain_text("Cancelled")


def test_submissions_are_compared_restored_and_lead_to_the_solution(workspace: Workspace) -> None:
    page = workspace.page
    for name, said in (("wrong_exponent_i", "Not right yet"), ("right_loops", "Passed")):
        workspace.write(attempt(name))
        page.keyboard.press("Control+Enter")
        expect(workspace.report.locator(".verdict-name")).to_contain_text(said, timeout=GRADED_MS)
    page.get_by_role("tab", name="Submissions").click()
    history = page.locator("#history .history > li")
    expect(history).to_have_count(2)
    expect(history.nth(1)).to_contain_text("half of what they should be")
    history.nth(1).get_by_role("button", name=re.compile("Put into the editor")).click()
    expect(workspace.editor).to_contain_text("pitfall=exponent-i")
    page.get_by_role("button", name="Undo").click()
    assert workspace.text == attempt("right_loops")
    for number in range(2):
        history.nth(number).get_by_role("checkbox").check()
    page.get_by_role("button", name="Compare two").click()
    expect(page.locator(".compared .gone").first).to_be_visible()
    expect(page.locator(".compared-head")).to_have_count(2)
    page.goto("/problems/positional-encoding/solution")
    expect(page.locator(".listing")).to_contain_text("Encode the positions")
