"""What an instructor does on the pages of authoring."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from proof.site import Site
from tests.browser.workspace import GRADED_MS, paste_into

SLUG = "triple"
TESTS = '''\
from mymodule import triple


def test_three():
    """Three times one is three."""
    assert triple(1) == 3


def test_others():
    """Other numbers, zero and below too."""
    assert [triple(x) for x in (0, -2, 7)] == [0, -6, 21]
'''
SOLUTION = "def triple(x):\n    return 3 * x\n"
FACTS = """\
title = "Three times"
summary = "Multiply a number by three."
difficulty = "easy"
entry = ["triple"]
hints = ["How often is the number added?"]

[[example]]
args = [5]

[[pitfall]]
name = "doubled"
title = "The number is doubled"
change = [{ from = "3 * x", to = "2 * x" }]
explain = "Every result is two thirds of what it should be."
hint = "How many times is the number there?"
"""


class Author:
    def __init__(self, page: Page, site: Site) -> None:
        self.page, self._site = page, site
        self.editor = page.locator("[data-editor]")
        self.saved = page.locator("[data-saved]")
        self.standing = page.locator("[data-standing]")
        self.fault = page.locator("[data-fault]")

    def sign_in(self) -> None:
        email, password = re.findall(r"Sign in as instructor: (\S+), password (\S+)", self._site.output)[0]
        self.page.goto("/login?next=/authoring")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Authoring")

    def paste_problem(self, *, slug: str = SLUG, tests: str = TESTS, solution: str = SOLUTION) -> None:
        """Make a draft of tests and a solution."""
        self.page.goto("/authoring/new")
        way = self.page.locator("section", has=self.page.get_by_role("heading", name="From a pytest file"))
        way.get_by_label("Name", exact=True).fill(slug)
        way.get_by_label("Tests", exact=True).fill(tests)
        way.get_by_label("Solution", exact=True).fill(solution)
        way.get_by_role("button", name="Make it").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(slug)

    def open(self, path: str) -> None:
        self.page.locator(f"[data-files] a[data-path='{path}']").click()
        expect(self.page.locator("[data-open-name]")).to_have_text(path)
        expect(self.editor).to_have_attribute("aria-label", re.compile(re.escape(path)))

    def write(self, text: str) -> None:
        """Put `text` in the place of the open file's, and wait until the server has it."""
        self.editor.focus()
        self.page.keyboard.press("ControlOrMeta+a")
        with self.page.expect_response(
            lambda response: "/files/" in response.url and response.request.method == "POST"
        ):
            paste_into(self.editor, text)
        expect(self.saved).to_have_text("Saved")

    def check(self) -> Locator:
        """Check the draft; the verdict, once it is there."""
        self.page.get_by_role("button", name="Check", exact=True).click()
        verdict = self.page.locator("[data-proven]")
        expect(verdict).to_be_visible(timeout=GRADED_MS)
        return verdict

    def publish(self, *, visible: str) -> None:
        """Publish what was checked, and say who sees it."""
        self.page.get_by_role("link", name="Publish").last.click()
        self.page.get_by_role("button", name="Publish version").click()
        expect(self.page.get_by_text("Published: version")).to_be_visible()
        self.page.get_by_role("radio", name=re.compile(f"^{visible}")).check()
        self.page.get_by_role("button", name="Save").click()
