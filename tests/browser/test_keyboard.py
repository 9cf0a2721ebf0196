"""Everything without a mouse."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.workspace import GRADED_MS, SLUG, Workspace, attempt


def test_from_the_list_to_a_verdict_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the content")
    _tab_to(page, f"a[href$='{SLUG}']")
    page.keyboard.press("Enter")
    workspace = Workspace(page)
    expect(workspace.editor).to_be_visible()
    _tab_to(page, "[role=tab]")
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#problem")).to_be_hidden()
    page.keyboard.press("F6")  # past all that a lesson holds
    expect(workspace.editor).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    workspace.paste(attempt("wrong_exponent_i"))
    page.keyboard.press("Control+Enter")
    expect(workspace.report).to_be_visible(timeout=GRADED_MS)
    page.keyboard.press("F6")
    expect(page.locator(":focus")).to_have_attribute("data-results", "")
    _tab_to(page, ".pitfall summary")
    page.keyboard.press("Enter")
    expect(page.locator(".pitfall details .prose").first).to_be_visible()


def test_tab_indents_and_escape_then_tab_leaves_the_editor(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("x = 1")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    assert workspace.text == "    x = 1"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(workspace.editor).not_to_be_focused()
    assert workspace.text == "    x = 1"


def test_the_editor_indents_closes_brackets_and_finds(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("")
    page.keyboard.press("Control+Space")  # what is fetched when the editor is first used is there once this answers
    expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("def f(x):\nreturn g(x")
    assert workspace.text == "def f(x):\n    return g(x)"
    page.keyboard.press("ControlOrMeta+f")
    expect(page.locator(".cm-search")).to_be_visible()
    page.keyboard.press("Escape")
    expect(workspace.editor).to_be_focused()


def test_dividers_move_by_arrow_keys_and_remember_their_place(workspace: Workspace) -> None:
    page = workspace.page
    divider = page.locator("[data-divider=lesson]")
    before = page.locator("#lesson").bounding_box()
    divider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.reload()
    after = page.locator("#lesson").bounding_box()
    assert before
    assert after
    assert after["width"] < before["width"] - 40


def test_hints_come_one_at_a_time(workspace: Workspace) -> None:
    page = workspace.page
    hints, more = page.locator("[data-hints] .hints > li"), page.locator("[data-next-hint] button")
    expect(hints).to_have_count(0)
    more.press("Enter")
    expect(hints).to_have_count(1)
    expect(hints.nth(0).locator("summary")).to_be_focused()
    more.press("Enter")
    expect(hints).to_have_count(2)
    page.reload()
    expect(hints).to_have_count(2)


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.locator(":focus").count() and page.locator(":focus").evaluate("(e, s) => e.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")
