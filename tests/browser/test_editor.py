"""The editor as people like it: its keys, its letters, what it completes, folds and takes back."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.workspace import Workspace

FUNCTION = "def positional_encoding(seq_length, d_model):\n    angles = 1\n    return angles\n"


def choose(workspace: Workspace, keys: str) -> None:
    workspace.page.get_by_text("Aa", exact=True).click()
    workspace.page.get_by_label("Keys", exact=True).select_option(label=keys)
    workspace.editor.focus()
    expect(workspace.page.locator("[data-preferences]")).not_to_have_attribute("open", "")


def leaves(workspace: Workspace) -> None:
    workspace.page.keyboard.press("Escape")
    workspace.page.keyboard.press("Tab")
    expect(workspace.editor).not_to_be_focused()


def test_vim_keys_are_chosen_remembered_and_left_by_escape_and_tab(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("one\ntwo\n")
    choose(workspace, "Vim")
    expect(page.locator(".cm-vim-panel")).to_be_visible()
    page.keyboard.type("ggddiab")
    assert workspace.text == "abtwo\n"
    leaves(workspace)
    page.reload()
    expect(page.locator(".cm-vim-panel")).to_be_visible()
    workspace.editor.focus()
    page.keyboard.type("ggdG")
    assert workspace.text == ""
    leaves(workspace)
    choose(workspace, "Standard")
    page.keyboard.type("dd")
    assert workspace.text == "dd"


def test_emacs_keys_are_chosen_and_left_by_escape_and_tab(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("one two")
    choose(workspace, "Emacs")
    page.wait_for_timeout(300)
    page.keyboard.press("Control+a")  # the beginning of the line, not everything
    page.keyboard.press("Alt+d")
    page.keyboard.press("Control+e")
    page.keyboard.press("Control+y")
    assert workspace.text == " twoone"
    leaves(workspace)


def test_letters_grow_and_the_size_is_remembered(workspace: Workspace) -> None:
    page, line = workspace.page, workspace.page.locator("#code .cm-line").first
    before = _size(line.evaluate("line => getComputedStyle(line).fontSize"))
    page.get_by_text("Aa", exact=True).click()
    for _ in range(2):
        page.get_by_role("button", name="Larger").click()
    expect(page.locator("[data-size]")).to_have_text("15 px")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Larger")).to_be_hidden()
    page.reload()
    assert _size(line.evaluate("line => getComputedStyle(line).fontSize")) == before + 2


@pytest.mark.parametrize(
    ("keys", "opened"), [("Control+Space", ".cm-tooltip-autocomplete"), ("Control+f", ".cm-search")]
)
def test_what_is_asked_for_while_it_is_still_fetched_opens_once_it_is_there(page: Page, keys: str, opened: str) -> None:
    fetched: list[Route] = []

    def hold(route: Route) -> None:
        fetched.append(route)

    page.route("**/later-*.js", hold)
    workspace = Workspace(page).open()
    workspace.write("")
    page.keyboard.press(keys)
    page.wait_for_function("document.activeElement.matches('[data-editor]')")
    assert page.locator(opened).count() == 0
    fetched[0].continue_()
    expect(page.locator(opened)).to_be_visible()


def test_the_signature_is_completed(workspace: Workspace) -> None:
    workspace.write("")
    workspace.page.keyboard.type("def pos")
    _take(workspace, "positional_encoding")
    assert re.match(r"def positional_encoding\(seq_length: int, d_model: int\) -> np\.ndarray:$", workspace.text)


def test_names_of_numpy_are_completed_with_their_arguments(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write("import numpy as n\n")
    page.keyboard.press("Control+End")
    page.keyboard.type("n.lina")
    _take(workspace, "linalg")
    page.keyboard.type(".nor")
    expect(page.locator(".cm-completionInfo")).to_contain_text("norm(x, ord=None, axis=None, keepdims=False)")
    _take(workspace, "norm")
    assert workspace.text.endswith("n.linalg.norm")


def test_lines_fold_by_mouse_and_by_keyboard(workspace: Workspace) -> None:
    page, placeholder = workspace.page, workspace.page.locator("#code .cm-foldPlaceholder")
    workspace.write(FUNCTION)
    page.locator("#code .cm-foldGutter span").filter(has_text="⌄").first.click()
    expect(placeholder).to_be_visible()
    placeholder.click()
    expect(placeholder).to_be_hidden()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Shift+BracketLeft")
    expect(placeholder).to_be_visible()
    assert workspace.text == FUNCTION


def test_typing_over_everything_takes_one_undo_and_no_style_of_the_browsers(workspace: Workspace) -> None:
    page = workspace.page
    workspace.write(FUNCTION)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("x")
    assert workspace.text == "x"  # and the page's policy has nothing to complain of: see `complaints`
    page.keyboard.press("ControlOrMeta+z")
    assert workspace.text == FUNCTION
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Control+f")
    expect(page.locator(".cm-search")).to_be_visible()  # so closing brackets has been fetched as well
    page.keyboard.press("Escape")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("(")
    assert workspace.text == f"({FUNCTION})"


def test_after_a_crash_the_next_tab_has_the_text_and_what_can_be_undone(workspace: Workspace) -> None:
    starter = workspace.text
    workspace.write(FUNCTION)
    expect(workspace.page.locator("[data-saved]")).to_have_text("Draft saved")
    context = workspace.page.context
    _crash(workspace.page)
    second = Workspace(context.new_page()).open()
    assert second.text == FUNCTION
    second.editor.focus()
    second.page.keyboard.press("ControlOrMeta+z")
    assert second.text == starter


def test_the_keyboard_map_opens_where_one_does_not_type(workspace: Workspace) -> None:
    page, keys = workspace.page, workspace.page.get_by_role("dialog", name="Keyboard map")
    workspace.write("")
    page.keyboard.type("?")
    assert workspace.text == "?"
    expect(keys).to_be_hidden()
    page.get_by_role("tab", name="Problem").focus()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("Submit")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.get_by_role("tab", name="Problem")).to_be_focused()
    page.goto("/")
    page.get_by_role("button", name="Keyboard map").click()
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def _take(workspace: Workspace, name: str) -> None:
    option = workspace.page.locator(".cm-tooltip-autocomplete [aria-selected]")
    expect(option).to_contain_text(name)
    workspace.page.wait_for_timeout(100)  # what opens under the fingers is not taken by the Enter that was under way
    workspace.page.keyboard.press("Enter")


def _size(text: str) -> float:
    return float(text.removesuffix("px"))


def _crash(page: Page) -> None:
    """Its process ends at once: no handler of the page hears of it."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")
