"""Uses a real site over HTTP, as a page's script does."""

from __future__ import annotations

import json
import re
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener


def new_browser() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


def token_of(browser: OpenerDirector, page: str) -> str:
    with browser.open(page) as answer:
        found = re.search(r'name="csrf-token" content="([^"]+)"', answer.read().decode())
    assert found
    return found.group(1)


def submit(browser: OpenerDirector, site: str, source: str) -> str:
    token = token_of(browser, f"{site}/problems/positional-encoding")
    request = Request(
        f"{site}/problems/positional-encoding/submissions",
        data=urlencode({"source": source}).encode(),
        headers={"Accept": "application/json", "X-CSRFToken": token},
    )
    with browser.open(request) as answer:
        return str(json.load(answer)["url"])


def read(browser: OpenerDirector, url: str) -> dict[str, Any]:
    with browser.open(f"{url}.json") as answer:
        shown: dict[str, Any] = json.load(answer)
        return shown
