"""How many pages a second the site shows when it does nothing else: what one page costs."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from proof.students import SLUG

READERS = 8
SECONDS = 8.0


def pages_a_second(site: str) -> float:
    """Problem pages, read by guests who keep their connection and come back at once. Raises OSError."""
    until = time.monotonic() + SECONDS

    def read(_: int) -> int:
        connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=30)
        pages = 0
        while time.monotonic() < until:
            connection.request("GET", f"/problems/{SLUG}")
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise OSError(f"the page said {answer.status}")
            pages += 1
        connection.close()
        return pages

    with ThreadPoolExecutor(READERS) as pool:
        return sum(pool.map(read, range(READERS))) / SECONDS
