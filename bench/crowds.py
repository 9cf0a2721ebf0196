"""(g), many at once: every student submits at the same moment, several times."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from bench.browser import MOST_SECONDS, Browser
from bench.figures import Series


def crowd(port: int, *, slug: str, source: bytes, students: int, times: int) -> Series:
    """From Submit to verdict, for each student and time."""
    together = threading.Barrier(students, timeout=MOST_SECONDS)

    def student(_: int) -> list[float]:
        browser = Browser(port, slug=slug)
        taken = []
        for _ in range(times):
            together.wait()
            taken.append(browser.submit(source))
        browser.close()
        return taken

    with ThreadPoolExecutor(students) as pool:
        return Series(seconds for taken in pool.map(student, range(students)) for seconds in taken)
