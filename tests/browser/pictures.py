"""Pictures of every page in every state that people see, in light, dark and on a phone.

`scripts/screenshots` takes all of them into var/screenshots: a real site is started, and real submissions are graded.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.serving import Site
from tests.browser.workspace import GRADED_MS, SLUG, Workspace, attempt

FOLDER = Path(__file__).resolve().parents[2] / "var" / "screenshots"
WAITING = 'event: state\ndata: {"state": "waiting", "position": 1, "done": null, "total": null}\n\n'
WORKING = 'event: state\ndata: {"state": "claimed", "position": null, "done": 6, "total": 15}\n\n'
HEAD = "def positional_encoding(seq_length, d_model):\n"
SOURCES = {
    "passed": attempt("right_loops"),
    "pitfall": attempt("wrong_exponent_i"),
    "two-pitfalls": attempt("wrong_two_at_once"),
    "difference": attempt("wrong_unlisted"),
    "transposed": attempt("wrong_transposed"),
    "syntax-error": attempt("right_loops").replace("):", ")", 1),
    "error": f"{HEAD}    print('rows:', seq_length)\n    return [][seq_length]\n",
    "time-limit": f"{HEAD}    while True:\n        pass\n",
}


@dataclass(frozen=True)
class Look:
    """How somebody sees the site."""

    name: str
    theme: str
    width: int
    height: int
    scale: int = 1

    def page(self, browser: Browser, site: Site) -> Page:
        context = browser.new_context(
            base_url=site.url,
            color_scheme="dark" if self.theme == "dark" else "light",
            viewport={"width": self.width, "height": self.height},
            device_scale_factor=self.scale,
            reduced_motion="reduce",
        )
        return context.new_page()


LIGHT = Look("light", "light", 1440, 900)
DARK = Look("dark", "dark", 1440, 900)
PHONE = Look("phone", "light", 390, 844, scale=2)
WIDE = Look("wide", "light", 1920, 1080)


class Album:
    """Takes pictures of one site with one look."""

    def __init__(self, browser: Browser, site: Site, look: Look, folder: Path = FOLDER) -> None:
        self._site, self._look, self._folder = site, look, folder
        self.page = look.page(browser, site)

    def take(self, name: str, *, whole: bool = False) -> Path:
        path = self._folder / f"{name}-{self._look.name}.png"
        self.page.evaluate("document.fonts.ready.then(() => true)")
        self.page.wait_for_timeout(300)  # formulas and colours come when they are looked at
        self.page.screenshot(path=path, full_page=whole)
        return path

    def everything(self) -> None:
        self._plain_pages()
        workspace = Workspace(self.page)
        for name, source in SOURCES.items():
            self._send(workspace, source)
            workspace.graded()
            self.take(f"result-{name}")
        self._unfinished(workspace)
        self._after()

    def _plain_pages(self) -> None:
        for name, path in (("home", "/"), ("sign-in", "/login"), ("not-found", "/nowhere")):
            self.page.goto(path)
            self.take(name)
        self.page.goto(f"/problems/{SLUG}")
        self.take("problem")
        for tab in ("Theory", "Submissions"):
            self.page.get_by_role("tab", name=tab).click()
            self.take(f"problem-{tab.lower()}")
        self._stage("code")
        self.take("problem-code")

    def _send(self, workspace: Workspace, source: str) -> None:
        self.page.goto(f"/problems/{SLUG}")
        self._stage("code")
        workspace.write(source)
        self.page.locator("[data-submit]").click()

    def _stage(self, name: str) -> None:
        button = self.page.locator(f"[data-stages] [value={name}]")
        if button.is_visible():
            button.click()

    def _unfinished(self, workspace: Workspace) -> None:
        for state, events in (("waiting", WAITING), ("claimed", WORKING)):
            self._hold("**/events", content_type="text/event-stream", body=events)
            self._hold("**/result", status=503, body="")
            self._send(workspace, SOURCES["passed"])
            expect(workspace.results.locator(f"[data-pending={state}]")).to_be_visible()
            self.take(f"result-{state}")
            self.page.unroute_all()
            self.page.goto(f"/problems/{SLUG}")  # in truth it is graded meanwhile
            self._stage("results")
            expect(workspace.results.locator(".report, .idle")).to_be_visible(timeout=GRADED_MS)
        self._hold("**/submissions", status=409, body="{}")
        self._send(workspace, SOURCES["passed"])
        expect(workspace.trouble).to_be_visible()
        self.take("refused")
        self.page.unroute_all()

    def _hold(self, pattern: str, *, body: str, status: int = 200, content_type: str = "text/plain") -> None:
        self.page.route(pattern, lambda route: route.fulfill(status=status, content_type=content_type, body=body))

    def _after(self) -> None:
        self.page.goto("/")
        self.take("home-after")
        self.page.goto(f"/problems/{SLUG}#submissions")
        self.take("problem-submissions-after")
        self.page.goto(f"/problems/{SLUG}/submissions")
        self.page.locator("details.code summary").first.click()
        self.take("submissions")
        self.page.locator(".attempt a").last.click()
        self.page.wait_for_load_state()
        self.take("submission", whole=True)
        self._sign_in()
        self.take("staff")

    def _sign_in(self) -> None:
        email, password = re.findall(r"Sign in as instructor: (\S+), password (\S+)", self._site.output)[0]
        self.page.goto("/login?next=/staff")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Staff")


def main(chromium: str, say: Callable[[str], object] = sys.stdout.write) -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"]
        )
        for look in (LIGHT, DARK, PHONE, WIDE):
            Album(browser, site, look).everything()
        browser.close()
    say(f"{len(list(FOLDER.iterdir()))} pictures are in {FOLDER}\n")


if __name__ == "__main__":
    main(sys.argv[1])
