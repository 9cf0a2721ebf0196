"""(g), the student: what the browser does between Submit and the verdict, without its drawing."""

from __future__ import annotations

import http.client
import json
import re
import time
from http.cookies import SimpleCookie
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"
TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')
MOST_SECONDS = 120.0


class NoVerdict(Exception):
    """The site answered something else."""


class Browser:
    """One guest with cookies. For one thread."""

    def __init__(self, port: int, *, slug: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=MOST_SECONDS)
        self._cookies: dict[str, str] = {}
        self._slug = slug
        page = self._ask("GET", f"/problems/{slug}").read().decode()
        found = TOKEN.search(page)
        if found is None:
            raise NoVerdict("the page has no token for its forms")
        self._token = found[1]

    def submit(self, source: bytes) -> float:
        """Seconds from Submit to the verdict, which must be `passed`."""
        form = urlencode({"source": source, "csrf_token": self._token})
        headers = {"Content-Type": FORM, "Accept": "application/json", "X-CSRFToken": self._token}
        self._connection.close()  # the server lets go of an idle one, and so a browser would have to connect again
        began = time.perf_counter()
        answer = self._ask("POST", f"/problems/{self._slug}/submissions", body=form, headers=headers).read()
        verdict = self._verdict(json.loads(answer))
        taken = time.perf_counter() - began
        if verdict != "passed":
            raise NoVerdict(f"{verdict} instead of passed")
        return taken

    def close(self) -> None:
        self._connection.close()

    def _verdict(self, made: dict[str, str]) -> str:
        if "events" not in made:
            raise NoVerdict(f"not taken: {made}")
        stream = self._ask("GET", made["events"])
        event = ""
        while line := stream.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "event":
                event = value
            elif name == "data" and event == "done":
                stream.read()
                return str(json.loads(value)["verdict"])
        raise NoVerdict("the stream ended without one")

    def _ask(
        self, method: str, path: str, *, body: str | None = None, headers: dict[str, str] | None = None
    ) -> http.client.HTTPResponse:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request(method, path, body=body, headers={**(headers or {}), "Cookie": cookies})
        response = self._connection.getresponse()
        for set_cookie in response.headers.get_all("Set-Cookie") or []:
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(set_cookie).items()}
        return response
