"""The system's Chromium, driven against a site that is really served and really grades. Nothing here skips."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page

from proof.site import Site
from tests.browser.workspace import Workspace


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.docker)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def base_url(site: Site) -> str:
    return site.url


@pytest.fixture(scope="session")
def browser_context_args(base_url: str) -> dict[str, Any]:
    return {"base_url": base_url, "viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}


@pytest.fixture
def workspace(page: Page) -> Workspace:
    return Workspace(page).open()


@pytest.fixture(autouse=True)
def complaints(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """What the page's scripts and its security policy complained of: nothing, or the test fails."""
    found: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            found.append(message.text)

    if "page" in request.fixturenames:
        page: Page = request.getfixturevalue("page")
        page.on("console", console)
        page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert found == []
