"""What a learner does in the workspace, and what they read there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

SLUG = "positional-encoding"
ATTEMPTS = Path(__file__).resolve().parents[1] / "cases" / "attempts"
GRADED_MS = 90_000  # however slow the machine: nothing here measures

expect.set_options(timeout=20_000)


def attempt(name: str) -> str:
    return (ATTEMPTS / f"{name}.py").read_text()


def paste_into(editor: Locator, text: str) -> None:
    """As somebody who pastes: typing would be helped with brackets."""
    editor.evaluate(
        """(editor, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            editor.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
        }""",
        text,
    )


class Workspace:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.editor = page.locator("[data-editor]")
        self.results = page.locator("[data-results]")
        self.report = self.results.locator(".report")
        self.trouble = page.locator("[data-editor-error]")

    def open(self, slug: str = SLUG) -> Workspace:
        self.page.goto(f"/problems/{slug}")
        expect(self.editor).to_be_visible()
        return self

    @property
    def text(self) -> str:
        """What is in the editor; the hidden text area follows it."""
        return self.page.locator("[data-source]").input_value()

    def write(self, source: str) -> None:
        """Put `source` in the place of everything, as pasting does."""
        self.editor.focus()
        self.page.keyboard.press("ControlOrMeta+a")
        self.paste(source)
        assert self.text == source

    def paste(self, text: str) -> None:
        if not text:
            self.page.keyboard.press("Delete")
            return
        paste_into(self.editor, text)

    def submit(self) -> Locator:
        self.page.keyboard.press("Control+Enter")
        return self.graded()

    def run(self) -> Locator:
        self.page.keyboard.press("Control+'")
        return self.graded()

    def graded(self) -> Locator:
        """The report, once it is there."""
        expect(self.report).to_be_visible(timeout=GRADED_MS)
        return self.report

    @property
    def verdict(self) -> str:
        return self.report.get_attribute("data-verdict") or ""

    @property
    def pitfalls(self) -> set[str]:
        cards = self.report.locator("[data-pitfall]").all()
        return {card.get_attribute("data-pitfall") or "" for card in cards}
