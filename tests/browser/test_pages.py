"""Pages as such: signing in, the right colours, a small first load, kind errors. Barriers: see test_states.py."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect

from proof.site import Site
from tests.browser.workspace import Workspace

FIRST_LOAD_KIB = 330  # 350 are promised
MOST_MOVED = 0.01  # as browsers reckon: part of the viewport times part of the way; a line that comes or goes is more
MOVED = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    moved.push({ by: value, what: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 80)) });
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def test_staff_signs_in_and_out(page: Page, site: Site) -> None:
    email, password = re.findall(r"Sign in as instructor: (\S+), password (\S+)", site.output)[0]
    page.goto("/staff")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill("a wrong one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".wrong").first).to_be_visible()
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Staff")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


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


@pytest.mark.parametrize("slug", ["positional-encoding", "rotary-embedding", "scaled-dot-product-attention"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_that_is_seen_moves_while_a_problem_loads(page: Page, slug: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.add_init_script(MOVED)
    page.goto(f"/problems/{slug}")
    expect(page.locator("#problem .math.block .katex").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    moved = page.evaluate("moved")
    assert sum(each["by"] for each in moved) < MOST_MOVED, moved


def test_a_text_is_shown_where_its_formulas_cannot_be_set(page: Page, complaints: list[str]) -> None:
    page.route("**/assets/math-*", lambda route: route.abort())
    page.goto("/problems/positional-encoding")
    expect(page.locator("#problem .math.block")).to_be_visible()
    expect(page.locator("#problem .math.block")).to_contain_text(r"\frac")
    assert all("assets/math-" in each for each in complaints), complaints
    complaints.clear()  # of what could not be loaded, and of nothing else


def test_the_first_load_of_a_problem_is_small(page: Page) -> None:
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))  # noqa: PLW0108 - a built-in cannot be marked
    Workspace(page).open()
    expect(page.locator("#problem .math.block .katex").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    sent = {request.url: request.sizes()["responseBodySize"] for request in loaded}
    assert any("KaTeX" in url for url in sent), "the formulas and their letters count too"
    assert sum(sent.values()) < FIRST_LOAD_KIB << 10, sent


def _background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
