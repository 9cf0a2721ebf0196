"""Every state that people see the site in, each reached by what they do: looked at by axe, and photographed.

A state's name is its picture's. Each may come first, and any may follow on any other.
"""

from __future__ import annotations

from tests.browser.states import accounts, authoring, staff, visitors
from tests.browser.states.state import State
from tests.browser.visit import Visit

# visitors first: what comes after them has signed in
STATES: dict[str, State] = visitors.STATES | accounts.STATES | staff.STATES | authoring.STATES


def enter(name: str, visit: Visit) -> None:
    visit.let_go()
    STATES[name].reach(visit)
