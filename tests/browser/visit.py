"""A visitor who goes from state to state of the site, and what they send on the way."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from gradatim.settings import PREFIX, Settings
from proof.site import Site
from tests.browser.staffroom import HEAD, LEARNER, PASSWORD, Staffroom, staffroom
from tests.browser.workspace import GRADED_MS, SLUG, Workspace, attempt


def code(name: str) -> str:
    """An attempt without what tests are told in its first lines: pictures are of learners' code."""
    return re.sub(r"\A(#.*\n)+", "", attempt(name))


DEF = "def positional_encoding(seq_length, d_model):\n"
SOURCES = {
    "passed": code("right_loops"),
    "pitfall": code("wrong_exponent_i"),
    "two-pitfalls": code("wrong_two_at_once"),
    "difference": code("wrong_unlisted"),
    "transposed": code("wrong_transposed"),
    "syntax-error": code("right_loops").replace("):", ")", 1),
    "error": f"{DEF}    print('rows:', seq_length)\n    return [][seq_length]\n",
    # for ever in one call only: its limit is waited for once
    "time-limit": code("right_loops").replace(DEF, f"{DEF}    while (seq_length, d_model) == (9, 2):\n        pass\n"),
}
WAITING = 'event: state\ndata: {"state": "waiting", "position": 1, "done": null, "total": null}\n\n'
QUEUED = 'event: state\ndata: {"state": "queued", "position": 3, "done": null, "total": 15}\n\n'
WORKING = 'event: state\ndata: {"state": "claimed", "position": null, "done": 6, "total": 15}\n\n'


class Visit:
    """One visitor with one page of one site."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self._site = page, site
        self.workspace = Workspace(page)
        self._sent: set[str] = set()
        self._held = self._is_staff = False

    def settings(self, **more: str) -> Settings:
        """Of the site, and others beside them: for what this process does in its stead."""
        own = [
            (name.removeprefix(PREFIX).lower(), value)
            for name, value in self._site.environment.items()
            if PREFIX in name
        ]
        return Settings.model_validate({**dict(own), "public_url": self._site.url, **more})

    def go(self, path: str) -> None:
        """Load a page, also where only what follows the # differs."""
        if "#" in path:
            self.page.goto("about:blank")
        self.page.goto(path)

    def open(self) -> None:
        self.go(f"/problems/{SLUG}")

    def stage(self, name: str) -> None:
        """On a phone: lesson, code or results."""
        button = self.page.locator(f"[data-stages] [value={name}]")
        if button.is_visible():
            button.click()

    def write(self, source: str) -> None:
        self.open()
        self.stage("code")
        self.workspace.write(source)

    def send(self, source: str) -> None:
        self.write(source)
        self.page.locator("[data-submit]").click()

    def result(self, name: str) -> None:
        """Send one of `SOURCES` and stay with its result."""
        self.send(SOURCES[name])
        self.workspace.graded()
        self._sent.add(name)

    def have_sent(self, *names: str) -> None:
        for name in names:
            if name not in self._sent:
                self.result(name)

    def hold(self, pattern: str, *, body: str = "", status: int = 200, content_type: str = "text/plain") -> None:
        self._held = True
        self.page.route(pattern, lambda route: route.fulfill(status=status, content_type=content_type, body=body))

    def pending(self, state: str, events: str) -> None:
        """A submission that does not move on: the site's own answers about it are held back."""
        self.hold("**/events", content_type="text/event-stream", body=events)
        self.hold("**/result", status=503)
        self.send(SOURCES["passed"])
        expect(self.workspace.results.locator(f"[data-pending={state}]")).to_be_visible()

    def let_go(self) -> None:
        """End what was held back, and wait until nothing is graded any more."""
        if not self._held:
            return
        self._held = False
        self.page.unroute_all()
        self.open()
        expect(self.workspace.results.locator(".report, .idle, .call")).to_have_count(1, timeout=GRADED_MS)

    def leave(self) -> None:
        """Be somebody new from now on."""
        self.page.context.clear_cookies()
        self._sent.clear()
        self._is_staff = False

    def sign_in(self, email: str, password: str = PASSWORD) -> None:
        self.leave()
        self.page.goto("/login?next=/account")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()

    def be_learner(self) -> None:
        """Be somebody whose second factor is asked for next."""
        staffroom(self._site)
        self.sign_in(LEARNER)
        expect(self.page.get_by_role("heading", level=1)).to_have_text("And six digits")

    def be_staff(self) -> Staffroom:
        """Be the site's admin, who finds all that there is for staff."""
        room = staffroom(self._site)
        if not self._is_staff:
            self.sign_in(HEAD)
            expect(self.page.get_by_role("heading", level=1)).to_have_text("Your account")
            self._is_staff = True
        return room
