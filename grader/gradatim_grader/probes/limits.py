"""How much of the machine a sandbox can take. Prints one line of JSON."""

from __future__ import annotations

import json
import os
import resource
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

SPIN_SECONDS = 0.5
CGROUP = "/sys/fs/cgroup"


def most_processes() -> int:
    children: list[int] = []
    with suppress(OSError):
        while len(children) < 5000:
            child = os.fork()
            if not child:
                time.sleep(60)
                os._exit(0)
            children.append(child)
    for child in children:
        os.kill(child, 9)
        os.waitpid(child, 0)
    return len(children) + 2  # this process, and init


def most_descriptors() -> int:
    opened: list[int] = []
    with suppress(OSError):
        while len(opened) < 5000:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    top = max(opened) + 1
    for each in opened:
        os.close(each)
    return top


def processors_used() -> float:
    """Processor time of four busy processes, as a multiple of the time that passed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    children = []
    for _ in range(4):
        child = os.fork()
        if not child:
            while time.monotonic() < began + SPIN_SECONDS:
                pass
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    after, passed = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / passed


def processors_allowed() -> int:
    with suppress(OSError):
        os.sched_setaffinity(0, range(256))  # the kernel keeps what the set of the container allows
    return len(os.sched_getaffinity(0))


def orphan_is_reaped() -> bool:
    read, write = os.pipe()
    if not os.fork():
        orphan = os.fork()
        if orphan:
            os.write(write, str(orphan).encode())
        os._exit(0)
    os.wait()
    orphan = int(os.read(read, 20))
    for _ in range(100):
        if not os.path.exists(f"/proc/{orphan}"):
            return True
        time.sleep(0.02)
    return False


def first_of(*paths: str) -> str:
    for path in paths:
        with suppress(OSError):
            return Path(path).read_text().strip()
    return ""


def facts() -> dict[str, Any]:
    names = ("core", "fsize", "nofile", "data")
    return {
        "processes": most_processes(),
        "processors_used": round(processors_used(), 2),
        "processors_allowed": processors_allowed(),
        "quota": first_of(
            f"{CGROUP}/cpu.max", f"{CGROUP}/cpu/cpu.cfs_quota_us", f"{CGROUP}/cpu,cpuacct/cpu.cfs_quota_us"
        ),
        "memory": first_of(f"{CGROUP}/memory.max", f"{CGROUP}/memory/memory.limit_in_bytes"),
        "memory_and_swap": first_of(f"{CGROUP}/memory/memory.memsw.limit_in_bytes"),
        "swap": first_of(f"{CGROUP}/memory.swap.max"),
        "host_swap_kib": int(first_of("/proc/meminfo").partition("SwapTotal:")[2].split()[0]),
        "ulimits": {name: resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}")) for name in names},
        "descriptors": most_descriptors(),
        "init": first_of("/proc/1/comm"),
        "orphan_is_reaped": orphan_is_reaped(),
        "oom_score_adj": int(first_of("/proc/self/oom_score_adj")),
    }


print("gradatim-facts:" + json.dumps(facts()), flush=True)
