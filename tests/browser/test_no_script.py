"""Without JavaScript: reading and submitting work all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from proof.site import Site
from tests.browser.workspace import GRADED_MS, SLUG, attempt


@pytest.fixture
def plain(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_the_lesson_is_all_there(plain: Page) -> None:
    plain.goto(f"/problems/{SLUG}")
    expect(plain.locator("#problem")).to_be_visible()
    expect(plain.locator("#submissions")).to_be_visible()
    plain.locator("[data-next-hint] button").click()
    expect(plain.locator("[data-hints] .hints > li")).to_have_count(1)


def test_a_plain_form_submits_and_the_page_refreshes_itself_to_the_verdict(plain: Page) -> None:
    plain.goto(f"/problems/{SLUG}")
    plain.locator("[data-source]").fill(attempt("wrong_exponent_i"))
    plain.locator("[data-submit]").click()
    expect(plain.locator("[data-pitfall=exponent-i]")).to_be_visible(timeout=GRADED_MS)
    expect(plain.locator(".listing")).to_contain_text("def positional_encoding")


def test_run_works_from_the_same_form(plain: Page) -> None:
    plain.goto(f"/problems/{SLUG}")
    plain.locator("[data-source]").fill('print("plain hello")\n' + attempt("right_loops"))
    plain.locator("[data-run]").click()
    expect(plain.locator("[data-output=stdout]")).to_contain_text("plain hello", timeout=GRADED_MS)
    plain.get_by_role("link", name="Back to the editor").click()
    assert "plain hello" in plain.locator("[data-source]").input_value()
