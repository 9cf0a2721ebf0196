"""What must never be seen or never run: the hidden tests, and markup in what a learner's code prints."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Error, Page, Response, expect

from tests.browser.workspace import SLUG, Workspace, attempt

PROBLEM = Path(__file__).resolve().parents[2] / "problems" / SLUG


def test_nothing_of_the_hidden_tests_or_the_solution_reaches_the_browser(page: Page) -> None:
    bodies: list[str] = []
    page.on("response", lambda response: bodies.append(_text_of(response)))
    workspace = Workspace(page).open()
    workspace.write(attempt("wrong_unlisted"))
    workspace.submit()
    page.goto(page.locator("[data-status] a").get_attribute("href") or "")
    seen = "\n".join([*bodies, page.content()])
    secret = _code_lines("tests/test_hidden.py") | _code_lines("solution.py")
    assert len(secret) > 20
    assert {line for line in secret if line in seen} == set()


def test_printed_markup_is_text(workspace: Workspace) -> None:
    printed = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\"><b>bold</b>"
    workspace.write(f"print({printed!r})\n" + attempt("right_loops"))
    report = workspace.run()
    expect(report.locator("[data-output=stdout]")).to_contain_text(printed)
    assert report.locator("[data-output=stdout] *").count() == 0
    assert "taken" not in workspace.page.title()


def test_an_error_message_with_markup_is_text(workspace: Workspace) -> None:
    workspace.write("def positional_encoding(seq_length, d_model):\n    raise ValueError('<b id=taken>bold</b>')\n")
    report = workspace.run()
    assert workspace.verdict == "error"
    expect(report).to_contain_text("<b id=taken>bold</b>")
    expect(workspace.page.locator("#taken")).to_have_count(0)


def _code_lines(path: str) -> set[str]:
    """The lines that say something: long, and neither an import, a title nor part of the statement."""
    statement = (PROBLEM / "statement.md").read_text() + (PROBLEM / "starter.py").read_text()
    lines = (line.strip() for line in (PROBLEM / path).read_text().splitlines())
    said = {line for line in lines if len(line) > 24 and not re.match(r'"""|import |from |@pytest.mark.hint|#', line)}
    return {line for line in said if line not in statement}


def _text_of(response: Response) -> str:
    try:
        return str(response.text())
    except Error:  # a redirect, or a stream that still runs, has no body to read
        return ""
