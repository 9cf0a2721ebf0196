"""What authors of problems see: their drafts, what a check found, and what publishing would change."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.states.state import States
from tests.browser.visit import Visit
from tests.browser.workspace import SLUG

STATES = States()
state = STATES.state


@state()
def authoring(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/authoring")


@state()
def authoring_new(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/authoring/new")


@state()
def draft(visit: Visit) -> None:
    visit.go(f"/authoring/drafts/{visit.be_staff().proven}?file=statement.md")
    expect(visit.page.locator("[data-preview] .katex").first).to_be_visible()


@state()
def draft_facts(visit: Visit) -> None:
    """The keys of problem.toml are explained beside it."""
    visit.go(f"/authoring/drafts/{visit.be_staff().faulty}?file=problem.toml")
    expect(visit.page.locator("[data-editor]")).to_be_visible()


@state()
def preview(visit: Visit) -> None:
    visit.go(f"/authoring/drafts/{visit.be_staff().proven}/preview?file=theory.md")
    expect(visit.page.locator(".katex").first).to_be_visible()


@state()
def check_proven(visit: Visit) -> None:
    visit.go(f"/authoring/drafts/{visit.be_staff().proven}/check")
    expect(visit.page.locator("[data-proven=true]")).to_be_visible()


@state()
def check_faulty(visit: Visit) -> None:
    visit.go(f"/authoring/drafts/{visit.be_staff().faulty}/check")
    expect(visit.page.locator("[data-proven=false]")).to_be_visible()


@state()
def publish(visit: Visit) -> None:
    visit.go(f"/authoring/drafts/{visit.be_staff().proven}/publish")


@state()
def delete_draft(visit: Visit) -> None:
    visit.go(f"/authoring/drafts/{visit.be_staff().faulty}/delete")


@state()
def authored_problem(visit: Visit) -> None:
    visit.be_staff()
    visit.go(f"/authoring/problems/{SLUG}")
