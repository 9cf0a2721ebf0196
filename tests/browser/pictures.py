"""Pictures of every page in every state that people see, in light, dark and on a phone.

`scripts/screenshots` takes all of them into var/screenshots, and three into docs/pictures for the README: a real site
is started, and real submissions are graded.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from proof.site import Site
from tests.browser.states import STATES, accounts, authoring, enter, staff
from tests.browser.visit import Visit

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "screenshots"
KEPT = ROOT / "docs" / "pictures"
# what is read from top to bottom
WHOLE = {"submission", "solution", "compare", "home-after", *staff.STATES, *authoring.STATES, *accounts.STATES}


@dataclass(frozen=True)
class Look:
    """How somebody sees the site."""

    name: str
    theme: str
    width: int
    height: int
    scale: int = 1

    def visit(self, browser: Browser, site: Site) -> Visit:
        context = browser.new_context(
            base_url=site.url,
            color_scheme="dark" if self.theme == "dark" else "light",
            viewport={"width": self.width, "height": self.height},
            device_scale_factor=self.scale,
            reduced_motion="reduce",
        )
        return Visit(context.new_page(), site)


LIGHT = Look("light", "light", 1440, 900)
DARK = Look("dark", "dark", 1440, 900)
PHONE = Look("phone", "light", 390, 844, scale=2)
WIDE = Look("wide", "light", 1920, 1080)
# For the README: small files, and what a newcomer should see first.
OF_README = {
    "workspace": ("result-pitfall", Look("light", "light", 1720, 900)),
    "theory": ("theory-done", Look("dark", "dark", 1360, 860)),
    "compare": ("compare", Look("light", "light", 1360, 760)),
}


def take(visit: Visit, name: str, path: Path) -> None:
    enter(name, visit)
    page = visit.page
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(300)  # formulas and colours come when they are looked at
    page.screenshot(path=path, full_page=name in WHOLE and path.parent == FOLDER)


def everything(browser: Browser, site: Site, look: Look) -> None:
    visit = look.visit(browser, site)
    for name in STATES:
        take(visit, name, FOLDER / f"{name}-{look.name}.png")
    visit.page.context.close()


def for_readme(browser: Browser, site: Site) -> None:
    for name, (state, look) in OF_README.items():
        visit = look.visit(browser, site)
        take(visit, state, KEPT / f"{name}.png")
        visit.page.context.close()


def main(chromium: str, *looks: str, say: Callable[[str], object] = sys.stdout.write) -> None:
    """`looks`: their names; all of them where none is given."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"]
        )
        for look in (LIGHT, DARK, PHONE, WIDE):
            if not looks or look.name in looks:
                everything(browser, site, look)
        for_readme(browser, site)
        browser.close()
    say(f"{len(list(FOLDER.iterdir()))} pictures are in {FOLDER}, those of the README in {KEPT}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
