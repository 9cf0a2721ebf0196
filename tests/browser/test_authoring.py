"""A second problem, made in the browser from nothing: proven in the sandbox, published, and solved by a stranger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from proof.site import Site
from tests.browser.author import FACTS, SOLUTION, Author
from tests.browser.axe import violations
from tests.browser.workspace import GRADED_MS, Workspace


@pytest.fixture
def author(page: Page, site: Site) -> Author:
    author = Author(page, site)
    author.sign_in()
    return author


@pytest.fixture
def stranger(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url)
    yield context.new_page()
    context.close()


def test_a_problem_is_made_in_the_browser_proven_published_and_solved(author: Author, stranger: Page) -> None:
    page = author.page
    author.paste_problem()
    expect(page.get_by_text("from mymodule import triple")).to_be_visible()
    author.open("problem.toml")
    author.write(FACTS.replace("difficulty", "dificulty"))
    expect(author.fault).to_contain_text("problem.toml, line 3")
    expect(page.locator(".cm-blamed")).to_contain_text("dificulty")
    author.write(FACTS)
    expect(author.fault).to_be_hidden()
    author.open("statement.md")
    author.write("Write `triple(x)`, which returns $3x$.\n")
    expect(page.locator("[data-preview] .katex")).to_be_visible()
    assert violations(page) == []
    expect(author.check()).to_have_attribute("data-proven", "true", timeout=GRADED_MS)
    expect(page.get_by_role("row", name="Three times one is three").last).to_contain_text("caught")
    assert violations(page) == []
    author.publish(visible="Listed")
    assert violations(page) == []

    stranger.goto("/")
    stranger.get_by_role("link", name="Three times").last.click()
    workspace = Workspace(stranger)
    expect(stranger.locator("#problem .katex").first).to_be_visible()
    workspace.write("def triple(x):\n    return x + x\n")
    workspace.submit()
    assert (workspace.verdict, workspace.pitfalls) == ("failed", {"doubled"})
    workspace.write(SOLUTION)
    stranger.locator("[data-submit]").click()
    expect(workspace.report).to_have_attribute("data-verdict", "passed", timeout=GRADED_MS)


def test_what_was_typed_is_kept_and_two_tabs_ask_which_to_go_on_with(author: Author, site: Site) -> None:
    page = author.page
    author.paste_problem(slug="kept-well")
    author.open("statement.md")
    author.write("Typed in the first tab.\n")
    other = Author(page.context.new_page(), site)
    other.page.goto(page.url)
    expect(other.editor).to_contain_text("Typed in the first tab.")
    other.write("Typed in the second tab.\n")
    author.editor.focus()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("And on.")
    conflict = page.locator("[data-conflict]")
    expect(conflict).to_contain_text("Typed in the second tab.")
    conflict.get_by_role("button", name="Take theirs").click()
    expect(author.editor).to_contain_text("Typed in the second tab.")
    page.reload()
    expect(author.editor).to_contain_text("Typed in the second tab.")
    other.page.close()


def test_without_script_a_draft_is_written_and_sent(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    author = Author(context.new_page(), site)
    author.sign_in()
    author.paste_problem(slug="plainly")
    page = author.page
    page.get_by_role("link", name="statement.md", exact=True).click()
    page.locator("[data-source]").fill("Plainly *said*.\n")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("statement.md is saved.")).to_be_visible()
    page.get_by_role("link", name="statement.md as students see it").click()
    expect(page.locator(".preview-sheet em")).to_have_text("said")
    page.get_by_role("link", name="Write").click()
    page.get_by_role("link", name="Delete the draft").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("The draft of plainly is deleted.")).to_be_visible()
    context.close()


def test_keys_of_problem_toml_are_completed_and_explained(author: Author) -> None:
    page = author.page
    author.paste_problem(slug="completed")
    author.open("problem.toml")
    author.editor.focus()
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.type("show_s")
    page.locator(".cm-tooltip-autocomplete").get_by_role("option", name="show_solution").click()
    expect(author.editor).to_contain_text("show_solution = true")
    expect(page.locator("#keys")).to_contain_text("Whether those who have passed may read solution.py.")
