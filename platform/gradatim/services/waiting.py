"""Waiting, at a start, for what is not there yet: machines come back in any order after a power cut."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy.engine import make_url

from gradatim.db import Sessions, trouble_of
from gradatim.errors import StartError
from gradatim.settings import Settings

LOOK_SECONDS = 0.5
SAY_SECONDS = 10.0

Say = Callable[[str], None]


def wait_for(what: str, trouble: Callable[[], str | None], *, seconds: float, say: Say) -> None:
    """Look until `trouble` has none to tell of, and say now and again what is waited for.

    Raises:
        StartError: it still has after so many seconds.
    """
    began = time.monotonic()
    said: float | None = None
    while (reason := trouble()) is not None:
        waited = time.monotonic() - began
        if waited >= seconds:
            raise StartError(f"{what} does not answer: {reason}" + (f" (after {seconds:g} s)" if seconds else ""))
        if said is None or waited - said >= SAY_SECONDS:
            said = waited
            say(f"waiting for {what}, up to {seconds:g} s: {reason}")
        time.sleep(min(LOOK_SECONDS, seconds - waited))


def wait_for_database(settings: Settings, sessions: Sessions, *, say: Say) -> None:
    """Raises StartError where there is none in time. A file that SQLite cannot open is not waited for."""

    local = make_url(settings.database).get_backend_name() == "sqlite"
    wait_for("the database", lambda: trouble_of(sessions), seconds=0 if local else settings.wait_seconds, say=say)


def wait_for_broker(settings: Settings, *, say: Say) -> None:
    """Raises StartError where the broker that is set does not answer in time."""
    if not settings.embedded:
        from gradatim.services.brokers import Broker  # its client costs every start a quarter of a second

        broker = Broker(settings.broker_url)
        wait_for("the broker", broker.trouble, seconds=settings.wait_seconds, say=say)
        broker.close()


def wait_for_engine(settings: Settings, *, say: Say) -> bool:
    """Whether the engine has this version's sandbox image. Raises StartError where it does not answer in time."""
    from gradatim_grader import engine, image
    from gradatim_grader.errors import EngineTrouble

    has_image = False

    def trouble() -> str | None:
        nonlocal has_image
        try:
            has_image = engine.image_exists(image.tag())
        except EngineTrouble as error:
            return str(error)
        return None

    wait_for("the engine", trouble, seconds=settings.wait_seconds, say=say)
    return has_image


def wait_for_sandbox(settings: Settings, *, say: Say) -> None:
    """Raises StartError where no engine answers in time, or it lacks the image: who grades does not build."""
    if not wait_for_engine(settings, say=say):
        raise StartError(
            "the engine has no sandbox image of this version: run `gradatim sandbox build` where it is built"
        )
