"""Students over HTTP. They read a page, send, look until there is a verdict, and do not give up when told to wait."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from proof import ROOT
from tests.cases.expected import Expected, expected_in

SLUG = "positional-encoding"
ATTEMPTS = ROOT / "tests/cases/attempts"
TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')
POLITE = {409, 429, 503}  # wait: one is being graded already; too many; not just now
PAUSE_SECONDS = 0.3
FIRST_LOOK_SECONDS, LONGEST_LOOK_SECONDS = 0.7, 8.0  # for a verdict, as platform/frontend/src/grading/watch.ts
MOST_SECONDS = 300.0
AWAY = (URLError, ConnectionError, TimeoutError, http.client.HTTPException)


class Impolite(Exception):
    """An answer that is neither what was asked nor a kind "wait"."""


@dataclass
class Answers:
    """What all students heard, and whether they are to go home. Appending to a list is atomic."""

    sent: list[int] = field(default_factory=list)  # ids of submissions
    wait: list[int] = field(default_factory=list)  # status codes
    away: list[str] = field(default_factory=list)  # no answer at all
    errors: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Attempt:
    source: str
    expected: Expected


def attempts() -> list[Attempt]:
    """Every attempt among the tests' cases: right ones, and mistakes with their names."""
    texts = [path.read_text() for path in sorted(ATTEMPTS.glob("*.py"))]
    return [Attempt(text, expected_in(text.encode())) for text in texts]


class Student:
    """One guest. For one thread."""

    def __init__(self, site: str, answers: Answers, *, seed: int = 0) -> None:
        self._site, self._answers = site, answers
        self._random = random.Random(seed)  # noqa: S311 - what students do next is no secret
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self._token = ""

    def attempt(self, source: str) -> dict[str, Any]:
        """Send one attempt and wait for its verdict; the report that the site shows. Raises Impolite."""
        deadline = time.monotonic() + MOST_SECONDS
        return self.verdict(self.send(source, deadline), deadline)

    def send(self, source: str, deadline: float) -> str:
        """Hand in, again and again where the site says "wait"; the address of what was taken."""
        while time.monotonic() < deadline:
            made = self._asked(
                Request(
                    f"{self._site}/problems/{SLUG}/submissions",
                    headers=self._headers(),
                    data=urlencode({"source": source}).encode(),
                )
            )
            if made is not None:
                self._answers.sent.append(int(made["url"].rsplit("/", 1)[-1]))
                return self._site + str(made["url"])
            self._pause()
        raise Impolite("nothing was taken for minutes")

    def verdict(self, url: str, deadline: float) -> dict[str, Any]:
        """As a page asks that has no event stream: less and less often."""
        seconds = FIRST_LOOK_SECONDS
        while time.monotonic() < deadline:
            shown = self._asked(Request(f"{url}.json"))
            if shown is not None and shown["state"] == "done":
                return shown
            self._pause(seconds)
            seconds = min(1.5 * seconds, LONGEST_LOOK_SECONDS)
        raise Impolite(f"no verdict for minutes: {url}")

    def _headers(self) -> dict[str, str]:
        while not self._token:
            try:
                with self._opener.open(f"{self._site}/problems/{SLUG}", timeout=30) as page:
                    found = TOKEN.search(page.read().decode())
                self._token = found[1] if found else ""
            except HTTPError as error:
                self._heard(error)
            except AWAY as error:
                self._answers.away.append(str(error))
            if not self._token:
                self._pause()
        return {"Accept": "application/json", "X-CSRFToken": self._token}

    def _asked(self, request: Request) -> dict[str, Any] | None:
        """The answer, or None where it is "wait"."""
        try:
            with self._opener.open(request, timeout=30) as answer:
                said: dict[str, Any] = json.load(answer)
                return said
        except HTTPError as error:
            self._heard(error)
        except AWAY as error:
            self._answers.away.append(str(error))
        return None

    def _heard(self, error: HTTPError) -> None:
        with error:
            if error.code not in POLITE:
                self._answers.errors.append(f"{error.code} {error.url}: {error.read(300).decode(errors='replace')}")
                return
            self._answers.wait.append(error.code)

    def _pause(self, seconds: float = PAUSE_SECONDS) -> None:
        if self._answers.over.wait(seconds * self._random.uniform(0.7, 1.3)):
            raise Impolite("everybody was sent home")
