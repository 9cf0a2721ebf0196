"""Every page in every state and in both themes: no barrier that axe can find, and nothing in the console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage

from proof.site import Site
from tests.browser.axe import violations
from tests.browser.states import STATES, enter
from tests.browser.visit import Visit

# As the switch does it: colours change, nothing else; then they are let come to rest.
DARKEN = """async () => {
    document.documentElement.dataset.theme = "dark";
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    for (const each of document.getAnimations()) {
        if (each.effect.getComputedTiming().endTime !== Infinity) each.finish(); // a cursor blinks for ever
    }
}"""


@pytest.fixture(scope="module")
def complaints_of_all() -> list[str]:
    return []


@pytest.fixture(scope="module")
def visit(browser: Browser, site: Site, complaints_of_all: list[str]) -> Iterator[Visit]:
    """One visitor for all states: what is graded once need not be graded again."""

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints_of_all.append(message.text)

    context = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}, color_scheme="light")
    context.on("console", heard)
    context.on("weberror", lambda error: complaints_of_all.append(str(error.error)))
    yield Visit(context.new_page(), site)
    context.close()


@pytest.mark.parametrize("name", STATES)
def test_a_state_has_no_barrier_in_either_theme_and_no_complaint(
    visit: Visit, complaints_of_all: list[str], name: str
) -> None:
    complaints_of_all.clear()
    enter(name, visit)
    assert violations(visit.page, within=STATES[name].within) == []
    visit.page.evaluate(DARKEN)
    assert violations(visit.page, within=STATES[name].within, colours_only=True) == []
    assert complaints_of_all == []
