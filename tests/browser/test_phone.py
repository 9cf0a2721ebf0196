"""A phone: one thing at a time, nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from proof.site import Site
from tests.browser.workspace import SLUG, Workspace, attempt


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(
        base_url=site.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    yield context.new_page()
    context.close()


def test_lesson_code_and_results_take_turns(phone: Page) -> None:
    phone.goto(f"/problems/{SLUG}")
    workspace = Workspace(phone)
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    expect(phone.locator("#problem")).to_be_visible()
    expect(workspace.editor).to_be_hidden()
    phone.get_by_role("button", name="Code", exact=True).tap()
    expect(phone.locator("#problem")).to_be_hidden()
    workspace.write(attempt("wrong_unlisted"))
    expect(phone.locator("[data-submit] kbd")).to_be_hidden()  # a phone has no such keys
    phone.locator("[data-submit]").tap()
    workspace.graded()
    assert workspace.verdict == "failed"
    expect(workspace.editor).to_be_hidden()
    assert _overflow(phone) == 0


@pytest.mark.parametrize("path", ["/", f"/problems/{SLUG}", f"/problems/{SLUG}/submissions", "/login", "/nowhere"])
def test_no_page_is_wider_than_a_phone(phone: Page, path: str) -> None:
    phone.goto(path)
    assert _overflow(phone) == 0


def _overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
