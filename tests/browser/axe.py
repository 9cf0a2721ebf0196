"""What axe finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "platform/frontend/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What else stands in the panes, which has states of its own, would be measured again for each part: half of the time.
ALONE = """(within) => {
    const part = document.querySelector(within);
    for (const pane of document.querySelectorAll("[data-panels] > *, #results")) {
        if (!pane.contains(part) && !part.contains(pane)) pane.replaceChildren();
    }
}"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
RUN = """async ([where, how]) => {
    const {violations} = await axe.run(where, how);
    return violations.map(({id, help, nodes}) => ({rule: id, help, at: nodes.map(node => node.html)}));
}"""


def violations(page: Page, *, within: str = "html", colours_only: bool = False) -> list[dict[str, Any]]:
    """Each with the elements that it means. The inside of formulas is KaTeX's own.

    `within`: the part to look at; the other panes of a problem's page are emptied for it.
    `colours_only`: the rules that another theme of the same page can break.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    if within != "html":
        page.evaluate(ALONE, within)
    where = {"include": [within], "exclude": [".katex"]}
    how = {"runOnly": OF_COLOURS} if colours_only else {"runOnly": RULES}
    return list(page.evaluate(RUN, [where, how | {"resultTypes": ["violations"]}]))
