"""Whether this site can do its work, as far as its web processes need: asked often, so it costs next to nothing."""

from __future__ import annotations

from gradatim import db
from gradatim.db import Sessions
from gradatim.errors import StartError
from gradatim.services import migrating
from gradatim.settings import Settings


class Readiness:
    """Looks anew each time: what was so a moment ago is not told."""

    def __init__(self, settings: Settings, sessions: Sessions) -> None:
        self._settings, self._sessions = settings, sessions
        self._broker = None
        if not settings.embedded:
            from gradatim.services.brokers import Broker  # its client costs every start a quarter of a second

            self._broker = Broker(settings.broker_url)

    def troubles(self) -> dict[str, str]:
        """What is not as it should be, by name: the reasons are for the log, the names for everybody."""
        found = {}
        database = db.trouble_of(self._sessions)
        if database is not None:
            found["database"] = database
        elif (schema := self._schema()) is not None:
            found["schema"] = schema
        broker = None if self._broker is None else self._broker.trouble()
        if broker is not None:
            found["broker"] = broker
        return found

    def _schema(self) -> str | None:
        try:
            migrating.check(self._settings, self._sessions)
        except StartError as error:
            return str(error)
        return None
