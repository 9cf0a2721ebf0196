"""What an instructor sees of students' mistakes, from a real submission to the charts, in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from proof.site import Site
from tests.browser.axe import violations
from tests.browser.workspace import SLUG, Workspace, attempt


@pytest.fixture
def staff(browser: Browser, site: Site) -> Iterator[Page]:
    """Another browser, in which an instructor has signed in: on a phone, in the dark."""
    context = browser.new_context(base_url=site.url, color_scheme="dark", viewport={"width": 390, "height": 844})
    page = context.new_page()
    email, password = re.findall(r"Sign in as instructor: (\S+), password (\S+)", site.output)[0]
    page.goto("/login")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_attached()
    yield page
    context.close()


def test_a_mistake_without_a_name_is_seen_beside_the_charts_and_can_be_regraded(
    workspace: Workspace, staff: Page
) -> None:
    workspace.write(attempt("wrong_unlisted"))
    workspace.submit()
    staff.goto(f"/staff/problems/{SLUG}/insight")
    charts = staff.locator("[data-chart]")
    for number in range(charts.count()):
        expect(charts.nth(number).locator("svg")).to_be_visible()
    numbers = charts.first.locator("table")
    expect(numbers).to_be_hidden()
    charts.first.locator("summary").focus()
    staff.keyboard.press("Enter")
    expect(numbers).to_be_visible()
    assert violations(staff) == []

    mistakes = staff.get_by_role("group", name="Unnamed mistakes")
    mistakes.get_by_role("link").first.click()
    expect(staff.get_by_role("button", name="Make it a pitfall")).to_be_visible()
    assert violations(staff) == []

    staff.get_by_role("link", name="Regrades").click()
    expect(staff.get_by_role("button", name="Regrade")).to_be_visible()
    assert violations(staff) == []
