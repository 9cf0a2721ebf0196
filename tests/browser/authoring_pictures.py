"""Pictures of the pages on which problems are written, for docs/ and to look at."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from proof.site import Site
from tests.browser.author import FACTS, Author
from tests.browser.workspace import GRADED_MS

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
STATEMENT = "Write `triple(x)`, which returns $3x$.\n\n- Whole numbers stay whole.\n- Zero stays zero.\n"


def take(page: Page, site: Site, folder: Path) -> None:
    """Make a small problem from nothing, and a picture at each step."""

    def picture(name: str) -> None:
        page.evaluate("document.fonts.ready.then(() => true)")
        page.mouse.move(0, 0)
        page.wait_for_timeout(500)  # formulas and colours come when they are looked at
        page.screenshot(path=folder / f"authoring-{name}.png")

    author = Author(page, site)
    author.sign_in()
    page.goto("/authoring/new")
    picture("new")
    author.paste_problem()
    author.open("problem.toml")
    author.write(FACTS)
    author.open("statement.md")
    author.write(STATEMENT)
    expect(page.locator("[data-preview] .katex")).to_be_visible()
    page.reload()
    expect(page.locator("[data-preview] .katex")).to_be_visible()
    picture("write")
    expect(author.check()).to_be_visible(timeout=GRADED_MS)
    picture("check")
    author.publish(visible="Listed")
    page.goto("/authoring/problems/triple")
    picture("problem")


def main(chromium: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder), GRADATIM_PROBLEMS=folder) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"]
        )
        context = browser.new_context(
            base_url=site.url, viewport={"width": 1200, "height": 720}, color_scheme="light", reduced_motion="reduce"
        )
        take(context.new_page(), site, FOLDER)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
