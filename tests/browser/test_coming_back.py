"""Two tabs, another device, a reload, a crash, a server that restarts: nothing typed and nothing sent is lost."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from proof.site import Site, with_one_problem
from tests.browser.workspace import GRADED_MS, Workspace, attempt

MINE = "def positional_encoding(seq_length, d_model):\n    return 'mine'\n"
THEIRS = "def positional_encoding(seq_length, d_model):\n    return 'theirs'\n"
SLOW = "import time\ntime.sleep(3)\n" + attempt("right_loops")


def saved(workspace: Workspace) -> None:
    expect(workspace.page.locator("[data-saved]")).to_have_text("Draft saved")


def conflicted(context: BrowserContext) -> tuple[Workspace, Workspace]:
    """Two tabs of one browser; the second has written something else since the first has saved."""
    first, second = Workspace(context.new_page()).open(), Workspace(context.new_page()).open()
    first.write(THEIRS)
    saved(first)
    second.write(MINE)
    expect(second.page.locator("[data-conflict]")).to_be_visible()
    return first, second


def test_two_tabs_show_both_texts_and_mine_can_be_kept(context: BrowserContext) -> None:
    _, second = conflicted(context)
    conflict = second.page.locator("[data-conflict]")
    expect(conflict).to_contain_text("another tab")
    expect(conflict.locator(".listing")).to_contain_text("theirs")
    assert second.text == MINE
    conflict.get_by_role("button", name="Keep mine").click()
    expect(conflict).to_be_hidden()
    saved(second)
    assert Workspace(context.new_page()).open().text == MINE


def test_the_other_text_can_be_taken_and_that_can_be_undone(context: BrowserContext) -> None:
    _, second = conflicted(context)
    second.page.get_by_role("button", name="Take theirs").click()
    assert second.text == THEIRS
    second.page.get_by_role("button", name="Undo").click()
    assert second.text == MINE


def test_a_conflict_survives_a_reload(context: BrowserContext) -> None:
    _, second = conflicted(context)
    second.page.reload()
    expect(second.page.locator("[data-conflict] .listing")).to_contain_text("theirs")
    assert second.text == MINE


def test_a_reload_at_once_is_no_conflict_and_typing_can_still_be_undone(workspace: Workspace) -> None:
    before = workspace.text
    workspace.write(MINE)
    workspace.page.reload()
    assert workspace.text == MINE
    expect(workspace.page.locator("[data-conflict]")).to_be_hidden()
    workspace.editor.focus()
    workspace.page.keyboard.press("ControlOrMeta+z")
    assert workspace.text == before


def test_what_a_crashed_tab_had_not_sent_is_found_by_the_next(context: BrowserContext) -> None:
    first = Workspace(context.new_page()).open()
    context.route("**/draft", lambda route: route.abort())  # the site cannot be reached when it happens
    first.write(MINE)
    expect(first.page.locator("[data-saved]")).to_contain_text("cannot be reached")
    first.page.wait_for_timeout(5500)  # a living tab would have saved by then
    first.page.close()
    context.unroute("**/draft")
    second = Workspace(context.new_page()).open()
    assert second.text == MINE
    second.page.wait_for_function(
        "text => fetch(location.pathname + '/draft').then(answer => answer.json()).then(kept => kept.source === text)",
        arg=MINE,
    )


def test_another_device_goes_on_where_this_one_stopped(workspace: Workspace, browser: Browser, site: Site) -> None:
    workspace.write(MINE)
    saved(workspace)
    device = browser.new_context(base_url=site.url)
    known = workspace.page.context.cookies()  # as signing in there would give
    device.add_cookies([{"name": each["name"], "value": each["value"], "url": site.url} for each in known])
    assert Workspace(device.new_page()).open().text == MINE
    device.close()


def test_a_reload_in_the_middle_of_grading_still_shows_the_verdict(workspace: Workspace) -> None:
    workspace.write(SLOW)
    workspace.page.keyboard.press("Control+Enter")
    expect(workspace.results.locator(".pending")).to_be_visible()
    workspace.page.reload()
    workspace.graded()
    assert workspace.verdict == "passed"


def test_a_server_that_restarts_while_grading_is_found_again_with_the_verdict(page: Page, tmp_path: Path) -> None:
    with Site(tmp_path, **with_one_problem(tmp_path)) as site:
        page.goto(f"{site.url}/problems/positional-encoding")
        workspace = Workspace(page)
        workspace.write(SLOW)
        page.keyboard.press("Control+Enter")
        expect(workspace.results.locator("[data-pending=claimed]")).to_be_visible(timeout=GRADED_MS)
        site.kill()
        site.start()
        workspace.graded()
        assert workspace.verdict == "passed"
