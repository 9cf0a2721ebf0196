"""What a reader does with a lesson's live blocks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from playwright.sync_api import Locator, Page, expect

from tests.browser.workspace import GRADED_MS, SLUG
from tests.problems.positional_encoding import Array, reference


class Picture:
    """One array view, scrolled to and drawn."""

    def __init__(self, view: Locator, *, rows: int, columns: int) -> None:
        self.view, self.rows, self.columns = view, rows, columns
        self.stage = view.get_by_role("application")
        self.slider = view.get_by_role("slider")
        self.reading = view.locator(".array-reading")
        self.here = view.locator(".array-here")
        self.waves = view.locator(".waves figure")

    def shown(self) -> Picture:
        self.view.scroll_into_view_if_needed()
        expect(self.stage).to_be_visible()
        self.stage.evaluate("element => element.scrollIntoView({block: 'center'})")
        return self

    def place(self, row: int, column: int) -> dict[str, float]:
        """The middle of a cell, in the picture's own pixels."""
        box = self.view.locator(".heat").bounding_box()
        assert box
        left, top = float(self.view.locator(".heat").evaluate(LEFT)), 18.0
        return {
            "x": left + (column + 0.5) * (box["width"] - left - 1) / self.columns,
            "y": top + (row + 0.5) * (box["height"] - top - 1) / self.rows,
        }

    def point_at(self, row: int, column: int) -> None:
        self.view.locator(".heat").hover(position=self.place(row, column))  # type: ignore[arg-type]

    def click(self, row: int, column: int) -> None:
        self.view.locator(".heat").click(position=self.place(row, column))  # type: ignore[arg-type]

    def colour(self, row: int, column: int) -> tuple[int, int, int]:
        """Red, green and blue of a cell, as drawn."""
        at = self.place(row, column)
        script = """(canvas, {x, y}) => {
            const density = canvas.width / canvas.getBoundingClientRect().width;
            return [...canvas.getContext("2d").getImageData(x * density, y * density, 1, 1).data];
        }"""
        red, green, blue, _ = self.view.locator(".heat canvas").first.evaluate(script, at)
        return red, green, blue


# the gutter with the rows' numbers: the picture's first pixel that is drawn in the middle of its first row of cells
LEFT = """(heat) => {
    const canvas = heat.querySelector("canvas");
    const density = canvas.width / canvas.getBoundingClientRect().width;
    const line = canvas.getContext("2d").getImageData(0, 20 * density, canvas.width, 1).data;
    for (let x = canvas.width - 2; x > 0; x--) if (line[4 * x + 3] === 0) return (x + 1) / density;
    return 0;
}"""


def theory(page: Page) -> Page:
    page.goto(f"/problems/{SLUG}#theory")
    expect(page.locator("#theory")).to_be_visible()
    return page


def table_of_24(page: Page) -> Picture:
    """The picture of 24 positions and 48 dimensions."""
    view = page.locator("#theory array-view").filter(has=page.locator("a[href*=csv]")).nth(2)
    return Picture(view, rows=24, columns=48).shown()


def question(page: Page, name: str) -> Locator:
    found = page.locator(f"#question-{name}")
    found.scroll_into_view_if_needed()
    return found


def run(snippet: Locator) -> Locator:
    """What the snippet printed."""
    snippet.get_by_role("button", name="Run this").click()
    printed = snippet.locator(".printed")
    expect(printed).to_be_visible(timeout=GRADED_MS)
    return printed


def paste(editor: Locator, text: str) -> None:
    """Put `text` in the place of what is selected."""
    editor.evaluate(
        """(editor, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            editor.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def right(rows: int, columns: int) -> Array:
    return np.asarray(reference(rows, columns))


def numbers(path: Path) -> Array:
    """The values of a downloaded file, without the numbers of rows and columns."""
    return np.asarray(np.loadtxt(path, delimiter=",", skiprows=1)[:, 1:])
