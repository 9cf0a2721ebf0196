"""Every page in both themes: no barrier that axe can find, the right colours, a small first load, kind errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.serving import Site
from tests.browser.workspace import SLUG, Workspace, attempt

AXE = Path(__file__).resolve().parents[2] / "platform/frontend/node_modules/axe-core/axe.min.js"
FIRST_LOAD_KIB = 350
# An empty corner cell is how Markdown writes a table whose rows have names.
LEFT_OUT = {"empty-table-header": {"enabled": False}}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    theme: Literal["light", "dark"] = request.param
    context = browser.new_context(base_url=site.url, color_scheme=theme, viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", ["/", f"/problems/{SLUG}", f"/problems/{SLUG}/submissions", "/login", "/nowhere"])
def test_a_page_has_no_barrier(themed: Page, path: str) -> None:
    themed.goto(path)
    assert violations(themed) == []


def test_results_and_submissions_have_no_barrier(themed: Page) -> None:
    workspace = Workspace(themed).open()
    workspace.write(attempt("wrong_exponent_i"))  # its results have a named mistake and a difference
    workspace.submit()
    assert violations(themed) == []
    for tab in themed.get_by_role("tab").all():
        tab.click()
        assert violations(themed, within="#lesson") == []
    themed.goto(themed.locator("[data-status] a").get_attribute("href") or "")
    assert violations(themed) == []


def test_staff_signs_in_and_the_page_has_no_barrier(themed: Page, site: Site) -> None:
    email, password = re.findall(r"Sign in as instructor: (\S+), password (\S+)", site.output)[0]
    themed.goto("/staff")
    themed.get_by_label("Email").fill(email)
    themed.get_by_label("Password").fill("a wrong one")
    themed.get_by_role("button", name="Sign in").click()
    expect(themed.locator(".wrong").first).to_be_visible()
    assert violations(themed) == []
    themed.get_by_label("Email").fill(email)
    themed.get_by_label("Password").fill(password)
    themed.get_by_role("button", name="Sign in").click()
    expect(themed.get_by_role("heading", level=1)).to_have_text("Staff")
    assert violations(themed) == []
    themed.get_by_role("button", name="Sign out").click()
    expect(themed.get_by_role("link", name="Sign in")).to_be_visible()


def test_the_theme_is_chosen_and_remembered(page: Page) -> None:
    page.goto("/")
    light = _background(page)
    page.get_by_label("Dark").check()
    dark = _background(page)
    assert dark != light
    page.reload()
    assert _background(page) == dark
    page.get_by_label("As the system").check()
    assert _background(page) == light


@pytest.mark.parametrize("path", ["/nowhere", "/problems/no-such-problem", "/submissions/999999"])
def test_what_does_not_exist_is_a_kind_page(page: Page, path: str) -> None:
    response = page.goto(path)
    assert response
    assert response.status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "Traceback" not in page.content()
    page.get_by_role("link", name="To the problems").click()
    expect(page.get_by_role("heading", name="Problems")).to_be_visible()


def test_formulas_are_set(workspace: Workspace) -> None:
    formulas = workspace.page.locator("#problem .math")
    assert formulas.count() > 2
    expect(formulas.first.locator(".katex")).to_be_visible()
    expect(workspace.page.locator("#problem .katex-error")).to_have_count(0)


def test_the_first_load_of_a_problem_is_small(page: Page) -> None:
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))  # noqa: PLW0108 - a built-in cannot be marked
    Workspace(page).open()
    expect(page.locator("#problem .math.block .katex").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    sent = {request.url: request.sizes()["responseBodySize"] for request in loaded}
    assert any("KaTeX" in url for url in sent), "the formulas and their letters count too"
    assert sum(sent.values()) < FIRST_LOAD_KIB << 10, sent


def violations(page: Page, *, within: str = "html") -> list[dict[str, Any]]:
    """What axe finds, each with the elements that it means. The inside of formulas is KaTeX's own."""
    page.evaluate(AXE.read_text())
    where, how = {"include": [within], "exclude": [".katex"]}, {"runOnly": RULES, "rules": LEFT_OUT}
    found = page.evaluate("([where, how]) => axe.run(where, how)", [where, how])
    return [
        {"rule": each["id"], "help": each["help"], "at": [node["html"] for node in each["nodes"]]}
        for each in found["violations"]
    ]


def _background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
