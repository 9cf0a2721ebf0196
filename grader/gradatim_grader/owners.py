"""Whose container is it: labels by which a start finds what a killed process left, and nothing else.

An owner is a process: its host's name, its id and its start time (process ids are used again). A container is swept
only where its owner was on this host and is dead; another worker's live containers are never touched.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

from gradatim_grader import engine
from gradatim_grader.sandbox import Role

OWNER_LABEL = "gradatim.owner"
SANDBOX = "sandbox"  # the value of the label `gradatim` on containers; images carry "image"


def labels(role: Role) -> dict[str, str]:
    return {engine.LABEL: SANDBOX, "gradatim.role": role, OWNER_LABEL: this_process()}


def this_process() -> str:
    return f"{socket.gethostname()}/{os.getpid()}/{_start_time(os.getpid())}"


def sweep() -> int:
    """Remove the containers of dead owners and return how many there were. Raises EngineTrouble."""
    swept = 0
    for found in engine.containers():
        if is_dead(found.labels.get(OWNER_LABEL, "")):
            engine.remove(found.id)
            swept += 1
    return swept


def remove_own() -> None:
    """Remove every container of this process. Raises EngineTrouble."""
    own = this_process()
    for found in engine.containers():
        if found.labels.get(OWNER_LABEL) == own:
            engine.remove(found.id)


def is_dead(owner: str) -> bool:
    host, _, process = owner.partition("/")
    pid, _, started = process.partition("/")
    return host == socket.gethostname() and pid.isdigit() and _start_time(int(pid)) != started


def _start_time(pid: int) -> str:
    """The 22nd field of /proc/PID/stat, in clock ticks since boot; "" where there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]  # a zombie is dead, and field 3 is the first behind the name
