"""(h): memory of the site's processes and of a waiting container, and how soon after a start a verdict is there.

Reading another user's memory map takes root; without it the container's figure is missing.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import time
from pathlib import Path

from bench.browser import Browser
from bench.figures import Series
from gradatim_grader import owners
from proof.site import Site

KIB = 1024
PRIVATE = re.compile(r"^Private_(?:Clean|Dirty):\s+(\d+) kB", re.MULTILINE)
RESIDENT = re.compile(r"^VmRSS:\s+(\d+) kB", re.MULTILINE)


def resident_mib(pid: int) -> float:
    """Of a process and its children, what they share counted for each."""
    return sum(_kib(RESIDENT, Path(f"/proc/{each}/status")) for each in family(pid)) / KIB


def waiting_student_mib() -> float | None:
    """Private memory of one container of this process that waits for a source: all its processes, the median."""
    try:
        each = [sum(_kib(PRIVATE, Path(f"/proc/{pid}/smaps_rollup")) for pid in family(init)) for init in _students()]
    except PermissionError:
        return None
    return statistics.median(each) / KIB if each else None


def starts(folder: Path, *, slug: str, source: bytes, times: int) -> Series:
    """From the start of `gradatim serve` to the verdict of a submission that is sent as soon as it listens."""
    taken = Series()
    for _ in range(times):
        began = time.perf_counter()
        with Site(folder) as site:
            browser = Browser(site.port, slug=slug)
            browser.submit(source)
            taken.add(time.perf_counter() - began)
            browser.close()
    return taken


def _students() -> list[int]:
    """The host's process ids of the first process in each container."""
    filters = [f"--filter=label={owners.OWNER_LABEL}={owners.this_process()}", "--filter=label=gradatim.role=student"]
    found = _docker("ps", "--quiet", *filters).split()
    return [int(pid) for pid in _docker("inspect", "--format={{.State.Pid}}", *found).split()] if found else []


def _docker(*arguments: str) -> str:
    return subprocess.run(["docker", *arguments], capture_output=True, text=True, check=True).stdout


def family(pid: int) -> list[int]:
    """A process and all that came out of it."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


def _kib(what: re.Pattern[str], path: Path) -> int:
    return sum(map(int, what.findall(path.read_text())))
