"""The picture on the card of a named mistake."""

from __future__ import annotations

from functools import lru_cache

from flask import Flask

from gradatim.db import Sessions
from gradatim.services import pictures
from gradatim.services.pictures import MistakePicture
from gradatim.web.state import state


def init_mistakes(app: Flask) -> None:
    app.jinja_env.globals["picture_of"] = picture_of


def picture_of(version: str, pitfall: str) -> MistakePicture | None:
    """None where the mistake cannot be seen in any call that the problem's page shows."""
    return _pictures(state().sessions, version).get(pitfall)


@lru_cache(maxsize=8)
def _pictures(sessions: Sessions, version: str) -> dict[str, MistakePicture]:
    """A version never changes, so neither do its pictures."""
    return pictures.of_version(sessions, version)
