"""The claims of this process, renewed while they are worked on.

A worker that stops renewing, dead or frozen, loses its claims to whoever takes them next; its attempt number then no
longer counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Iterable
from typing import Generic, Protocol, TypeVar

import structlog

from gradatim.db import UNREACHABLE, Sessions, reason_of

RENEWALS = 3  # in the time of one lease
LONGEST_SECONDS = 900.0  # a grading that takes longer hangs in a fault of ours: somebody else may have it

log = structlog.get_logger(__name__)


class Held(Hashable, Protocol):
    """A claim. `number` names what is claimed."""

    @property
    def number(self) -> int: ...


Claim = TypeVar("Claim", bound=Held)
Wanted = TypeVar("Wanted")
Asked = TypeVar("Asked", contravariant=True)


class Claiming(Protocol[Claim, Asked]):
    """The service that gives claims, such as `services.grading`."""

    def claim(self, sessions: Sessions, wanted: Asked, /, *, owner: str, lease_seconds: float) -> Claim | None: ...
    def renew(self, sessions: Sessions, claims: Iterable[Claim], /, *, lease_seconds: float) -> set[int]: ...
    def put_back(self, sessions: Sessions, claim: Claim, /) -> bool: ...


class Leases(Generic[Claim, Wanted]):
    """Claims, and a thread that renews them between `start` and `close`."""

    def __init__(
        self,
        sessions: Sessions,
        claiming: Claiming[Claim, Wanted],
        *,
        owner: str,
        lease_seconds: float,
        longest_seconds: float = LONGEST_SECONDS,
    ) -> None:
        self._sessions, self._claiming = sessions, claiming
        self._owner, self._lease_seconds, self._longest_seconds = owner, lease_seconds, longest_seconds
        self._held: dict[Claim, float] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_renewing, name="leases", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def claim(self, wanted: Wanted) -> Claim | None:
        claim = self._claiming.claim(self._sessions, wanted, owner=self._owner, lease_seconds=self._lease_seconds)
        if claim is not None:
            with self._lock:
                self._held[claim] = time.monotonic()
        return claim

    def give_up(self, claim: Claim) -> None:
        with self._lock:
            self._held.pop(claim, None)

    def held(self) -> list[Claim]:
        with self._lock:
            return list(self._held)

    def renew(self) -> None:
        """Renew what is held, but for what has taken too long. What is lost goes on being graded, and its verdict will
        not be stored."""
        with self._lock:
            began = time.monotonic() - self._longest_seconds
            held = [claim for claim, since in self._held.items() if since > began]
        kept = self._claiming.renew(self._sessions, held, lease_seconds=self._lease_seconds)
        for claim in held:
            if claim.number not in kept and claim in self.held():
                log.warning("lease lost", number=claim.number, by=self._owner)

    def close(self) -> None:
        """Stop renewing and put back whatever is still held."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        for claim in self.held():
            self._claiming.put_back(self._sessions, claim)
            self.give_up(claim)

    def _keep_renewing(self) -> None:
        while not self._closing.wait(self._lease_seconds / RENEWALS):
            try:
                self.renew()
            except UNREACHABLE as error:
                log.warning("leases not renewed", reason=reason_of(error))
