"""Whose container is it: labels by which what a killed process left is found, and nothing else.

An owner is a process: its host's name and where its id means anything (which start of which kernel, and which namespace
of process ids), the id, its start time (ids are used again), and a random word, so that no two ever have one name.
A container is removed where its owner is known to be dead: because it would be a process of this very namespace and
is none, or because whoever sweeps has watched it die. Another worker's live containers are never touched, whatever its
host is called and whether or not it runs in a container itself.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from gradatim_grader import engine
from gradatim_grader.engine import Found
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.sandbox import Role

OWNER_LABEL = "gradatim.owner"
LEAVE_SECONDS, LATE_SECONDS, LOOK_SECONDS = 3.0, 1.0, 0.1


def labels(role: Role) -> dict[str, str]:
    return {engine.LABEL: engine.SANDBOX, "gradatim.role": role, OWNER_LABEL: this_process()}


def this_process() -> str:
    pid = os.getpid()
    return f"{socket.gethostname()}@{_namespace()}/{pid}/{_start_time(pid)}/{_word(pid)}"


def sweep(is_litter: Callable[[Found], bool] = lambda found: False) -> int:
    """Remove the containers of dead owners, and what else is litter; return how many.

    Raises:
        EngineTrouble: the engine does not list them, or would not remove one; the others are removed all the same.
    """
    swept = [found for found in engine.containers() if is_dead(owner_of(found)) or is_litter(found)]
    _remove(swept)
    return len(swept)


def leave(*, within_seconds: float = LEAVE_SECONDS, late: bool = False) -> None:
    """Remove every container of this process and of dead ones, and see that they are gone.

    `late`: somebody was interrupted while the engine made one, which may come to light after everything else has gone.

    Raises:
        EngineTrouble: the engine does not list them, or some are still there after so long.
    """
    own, began, trouble = this_process(), time.monotonic(), None
    while True:
        left = [each for each in engine.containers() if owner_of(each) == own or is_dead(owner_of(each))]
        if not left and (not late or time.monotonic() > began + LATE_SECONDS):
            return
        if time.monotonic() > began + within_seconds:
            raise trouble or EngineTrouble(f"the engine is still removing {len(left)} containers")
        try:
            _remove(left)
        except EngineTrouble as error:  # an engine that was restarted may find one "busy" for a while
            trouble = error
        time.sleep(LOOK_SECONDS)


def _remove(containers: list[Found]) -> None:
    """All that can be, then EngineTrouble where one could not."""
    trouble = None
    for found in containers:
        try:
            engine.remove(found.id)
        except EngineTrouble as error:
            trouble = error
    if trouble is not None:
        raise trouble


def owner_of(found: Found) -> str:
    return found.labels.get(OWNER_LABEL, "")


def is_dead(owner: str) -> bool:
    """Whether this would be a process of this namespace, and there is none. Of any other it is not for us to say."""
    parts = owner.split("/")
    if len(parts) != 4:
        return False
    where, pid, started, _ = parts
    return where.rpartition("@")[2] == _namespace() and pid.isdigit() and _start_time(int(pid)) != started


@cache
def _namespace() -> str:
    """This start of this kernel, and the namespace that our process ids are numbers in."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot[:13]}.{Path('/proc/self/ns/pid').stat().st_ino}"


@cache
def _word(pid: int) -> str:
    """For each process its own, also where one was forked from another."""
    return secrets.token_hex(4)


def _start_time(pid: int) -> str:
    """The 22nd field of /proc/PID/stat, in clock ticks since boot; "" where there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]  # a zombie is dead, and field 3 is the first behind the name
