"""What staff sees of the site, of its people and of their submissions."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import staffroom
from tests.browser.states.state import States
from tests.browser.visit import Visit
from tests.browser.workspace import SLUG

STATES = States()
state = STATES.state


@state()
def staff(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/staff")


@state()
def users(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/staff/users")


@state()
def audit(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/staff/audit")


@state()
def insight(visit: Visit) -> None:
    visit.be_staff()
    visit.go(f"/staff/problems/{SLUG}/insight")
    for chart in visit.page.locator("[data-chart]").all():
        expect(chart.locator("svg")).to_be_visible()


@state()
def mistake(visit: Visit) -> None:
    visit.be_staff()
    visit.go(f"/staff/problems/{staffroom.SLUG}/unnamed/{staffroom.FINGERPRINT}")
    expect(visit.page.get_by_role("button", name="Make it a pitfall")).to_be_visible()


@state()
def regrades(visit: Visit) -> None:
    visit.be_staff()
    visit.go(f"/staff/problems/{SLUG}/regrades")
    expect(visit.page.get_by_role("heading", name="New regrade")).to_be_visible()


@state()
def regrade(visit: Visit) -> None:
    """Everything graded, nothing decided."""
    visit.go(f"/staff/regrades/{visit.be_staff().regrade}")
    expect(visit.page.get_by_role("button", name="Apply")).to_be_visible()
