"""What a state is, and a table of them by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.browser.visit import Visit


@dataclass(frozen=True)
class State:
    """`reach` brings a visit there. `within`: what of the page is not in another state already."""

    reach: Callable[[Visit], None]
    within: str = "html"


class States(dict[str, State]):
    def state(self, within: str = "html") -> Callable[[Callable[[Visit], None]], None]:
        def kept(reach: Callable[[Visit], None]) -> None:
            self[reach.__name__.replace("_", "-")] = State(reach, within)

        return kept

    def page_at(self, name: str, path: str, within: str = "html") -> None:
        self[name] = State(lambda visit: visit.go(path), within)
