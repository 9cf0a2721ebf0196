"""Every setting of a sandbox container in one place, each with its reason."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import msgspec

from gradatim_grader import seccomp

MIB = 1 << 20
TMP_FILES = 2048
OPEN_FILES = 256
PROCESSOR_US = 100_000  # of each 100 ms: all the time of one processor


class Role(StrEnum):
    """Which of the two containers."""

    STUDENT = "student"
    CHECKER = "checker"


class SandboxSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator may set."""

    runtime: str = ""  # "runsc" or "kata-runtime" where installed: a kernel of its own; "" is the engine's default
    student_pids: int = 64  # counts threads; NumPy starts none, see the image's environment
    checker_memory_mib: int = 1024  # holds the largest answers several times over, so that no answer can kill it
    checker_pids: int = 64
    student_tmp_mib: int = 16
    checker_tmp_mib: int = 64
    cpus: tuple[int, ...] = ()  # which processors containers may use; () is all of them


# Every container has a user of its own, which no host has: processes of one may not signal or read those of another
# even if both namespaces were escaped, and what the kernel counts for a user (pending signals, pages in pipes,
# descriptors under way) is counted for one container.
FIRST_USER = {Role.STUDENT: 1_900_000_000, Role.CHECKER: 1_910_000_000}
MOST_USERS = 1_000_000

# What /proc, /sys and /dev would show or lend. The engine's own list differs between versions, so ours is whole.
MASKED = [
    "/proc/acpi", "/proc/asound", "/proc/interrupts", "/proc/kcore", "/proc/keys", "/proc/key-users", "/proc/kmsg",
    "/proc/latency_stats", "/proc/sched_debug", "/proc/scsi", "/proc/sysrq-trigger", "/proc/timer_list",
    "/proc/timer_stats", "/proc/vmallocinfo", "/sys/devices/virtual/powercap", "/sys/firmware", "/sys/kernel",
    "/dev/pts",  # terminals are counted for the whole host: a sandbox could take all of them
    "/dev/mqueue",  # queues are counted for a user, not for a container
]  # fmt: skip
READ_ONLY = ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys"]

COMMANDS = {
    Role.STUDENT: ["python3", "-P", "-m", "gradatim_runner.student"],
    Role.CHECKER: ["python3", "-P", "-m", "gradatim_runner.checker"],
}


def options(
    role: Role, settings: SandboxSettings, *, architecture: str, memory_mib: int, cpu: int | None, number: int
) -> dict[str, Any]:
    """The body of the engine's create call, in its own JSON form, less image and labels.

    `number` differs between containers and gives each its user.
    """
    student = role is Role.STUDENT
    tmp_mib = settings.student_tmp_mib if student else settings.checker_tmp_mib
    return {
        "Cmd": COMMANDS[role],
        "User": user(role, number),
        "Env": ["HOME=/tmp"],
        "WorkingDir": "/tmp",  # noqa: S108 - the container's own, a fresh tmpfs
        "OpenStdin": True,  # frames come in here
        "StdinOnce": True,  # and when the host goes away, the container reads the end and leaves by itself
        "AttachStdin": True,
        "AttachStdout": True,
        "AttachStderr": True,
        "Tty": False,
        "NetworkDisabled": True,
        "HostConfig": {
            "NetworkMode": "none",  # nothing to reach, nothing to be reached from
            "ReadonlyRootfs": True,  # nothing to leave behind
            "Binds": [],  # no file is shared with the host, in either direction
            # noexec does not stop Python, but it stops a program that is brought along; tmpfs counts as the container's
            # memory; inodes are kernel memory and are limited apart.
            "Tmpfs": {"/tmp": f"rw,noexec,nosuid,nodev,size={tmp_mib}m,nr_inodes={TMP_FILES},mode=1777"},  # noqa: S108
            "CapDrop": ["ALL"],  # nothing in here needs one
            # No program gives more rights than its caller has; and the filter is ours, see seccomp.py.
            "SecurityOpt": ["no-new-privileges", f"seccomp={json.dumps(seccomp.profile(architecture))}"],
            "Privileged": False,
            "Memory": memory_mib * MIB,
            "MemorySwap": memory_mib * MIB,  # equal: no swap, so that a limit is a limit and not a slow neighbour
            "MemorySwappiness": 0,
            # A fork bomb ends here. The ulimit of the same purpose is counted across containers, and no use.
            "PidsLimit": settings.student_pids if student else settings.checker_pids,
            "CpuPeriod": PROCESSOR_US,
            "CpuQuota": PROCESSOR_US,  # one processor's time, however many processes share it
            "CpusetCpus": "" if cpu is None else str(cpu),  # and always the same one, so that the others stay free
            "Ulimits": [
                _ulimit("core", 0),  # a crash writes no file
                _ulimit("fsize", tmp_mib * MIB),
                _ulimit("nofile", OPEN_FILES),  # of each process: the kernel's memory for descriptors stays small
                # A test that makes too much of an answer gets a MemoryError. Killed for memory, the checker would be
                # gone, and an answer would have made a fault of ours.
                *([] if student else [_ulimit("data", memory_mib * MIB * 3 // 4)]),
            ],
            "MaskedPaths": MASKED,
            "ReadonlyPaths": READ_ONLY,
            "IpcMode": "none",  # no shared memory segment, no /dev/shm
            "CgroupnsMode": "private",  # the host's tree of control groups is not shown
            "OomScoreAdj": 1000,  # where the whole machine runs out of memory, sandboxes go first
            "Init": True,  # reaps what a learner forks
            "LogConfig": {"Type": "none", "Config": {}},  # a flood of output must not fill the host's disk
            "RestartPolicy": {"Name": "no"},  # what has ended stays ended
            **({"Runtime": settings.runtime} if settings.runtime else {}),
        },
    }


def user(role: Role, number: int) -> str:
    """The user and group, as "uid:gid"."""
    uid = FIRST_USER[role] + number % MOST_USERS
    return f"{uid}:{uid}"


def _ulimit(name: str, most: int) -> dict[str, Any]:
    return {"Name": name, "Soft": most, "Hard": most}
