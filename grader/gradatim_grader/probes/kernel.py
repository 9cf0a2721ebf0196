"""What the kernel lets a sandbox do: system calls, sockets, capabilities. Prints one line of JSON."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

# Name: number on x86_64, number on aarch64, and arguments that fail otherwise or do no harm where it is let through.
CALLS: dict[str, tuple[int, int, tuple[int, ...]]] = {
    "add_key": (248, 217, (0, 0, 0, 0, 0)),
    "bpf": (321, 280, (0, 0, 1 << 20)),
    "fcntl F_SETLK": (72, 25, (-1, 6, 0)),
    "fcntl F_OFD_SETLK": (72, 25, (-1, 37, 0)),
    "fadvise64": (221, 223, (-1, 0, 0, 4)),
    "inotify_init1": (294, 26, (0,)),
    "io_uring_setup": (425, 425, (0, 0)),
    "io_uring_enter": (426, 426, (-1, 0, 0, 0, 0, 0)),
    "io_uring_register": (427, 427, (-1, 0, 0, 0)),
    "kexec_load": (246, 104, (0, 0, 0, 1 << 30)),
    "keyctl": (250, 219, (-1, 0, 0, 0, 0)),
    "membarrier": (324, 283, (0, 0, 0)),
    "memfd_create": (319, 279, (0, 0)),
    "mount": (165, 40, (0, 0, 0, 0, 0)),
    "move_mount": (429, 429, (-1, 0, -1, 0, 0)),
    "mq_open": (240, 180, (0, 0, 0, 0)),
    "name_to_handle_at": (303, 264, (-1, 0, 0, 0, 0)),
    "open_by_handle_at": (304, 265, (-1, 0, 0)),
    "open_tree": (428, 428, (-1, 0, 0)),
    "perf_event_open": (298, 241, (0, 0, -1, -1, 0)),
    "personality": (135, 92, (0xFFFFFFFF,)),
    "pivot_root": (155, 41, (0, 0)),
    "process_vm_readv": (310, 270, (0, 0, 0, 0, 0, 0)),
    "process_vm_writev": (311, 271, (0, 0, 0, 0, 0, 0)),
    "ptrace": (101, 117, (0, 0, 0, 0)),
    "request_key": (249, 218, (0, 0, 0, 0)),
    "setns": (308, 268, (-1, 0)),
    "shmget": (29, 194, (0, 4096, 0o1600)),
    "sync": (162, 81, ()),
    "syslog": (103, 116, (10, 0, 0)),
    "umount2": (166, 39, (0, 0)),
    "unshare": (272, 97, (0,)),
    "userfaultfd": (323, 282, (1,)),
    "vmsplice": (278, 75, (-1, 0, 0, 0)),
}
# Answered without being made, each in its own way.
ANSWERED: dict[str, tuple[int, int, tuple[int, ...]]] = {
    "clone3": (435, 435, (0, 0)),
    "fdatasync": (75, 83, (-1,)),
    "fsync": (74, 82, (-1,)),
    "msync": (26, 227, (1, 1, 4)),
}
SOCKETS = {
    "internet": (2, 1),
    "internet v6": (10, 2),
    "raw": (2, 3),
    "netlink": (16, 3),
    "packet": (17, 3),
    "AF_ALG": (38, 5),
    "AF_VSOCK": (40, 1),
}


def error_of(number: int, arguments: tuple[int, ...]) -> int:
    """What a system call fails with, or 0. In a child: one that is let through may change the process."""
    libc = ctypes.CDLL(None, use_errno=True)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        ctypes.set_errno(0)
        done = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(each) for each in arguments))
        os.write(write, bytes([ctypes.get_errno() if done == -1 else 0]))
        os._exit(0)
    os.close(write)
    said = os.read(read, 1)
    os.close(read)
    os.waitpid(child, 0)
    return said[0] if said else -1


def calls() -> dict[str, int]:
    arm = platform.machine() == "aarch64"
    known = {**CALLS, **ANSWERED}
    return {name: error_of(on_arm if arm else on_x86, used) for name, (on_x86, on_arm, used) in known.items()}


def sockets() -> list[str]:
    made = []
    for name, (family, kind) in SOCKETS.items():
        with suppress(OSError):
            socket.socket(family, kind).close()
            made.append(name)
    return made


def status() -> dict[str, str]:
    wanted = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp", "Uid", "Groups")
    lines = (line.partition(":") for line in Path("/proc/self/status").read_text().splitlines())
    return {name: value.strip() for name, _, value in lines if name in wanted}


def interfaces() -> list[str]:
    return sorted(os.listdir("/sys/class/net"))


def opens_terminals() -> bool:
    with suppress(OSError):
        os.openpty()
        return True
    return False


def readable() -> list[str]:
    """What of the kernel's own can be read that should be hidden."""
    found = []
    for path in ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/interrupts"):
        with suppress(OSError), open(path, "rb") as file:
            if file.read(16):
                found.append(path)
    return found


def facts() -> dict[str, Any]:
    return {
        "status": status(),
        "calls": calls(),
        "sockets": sockets(),
        "interfaces": interfaces(),
        "terminals": opens_terminals(),
        "shared_memory": os.path.exists("/dev/shm"),
        "readable": readable(),
        "core_pattern": Path("/proc/sys/kernel/core_pattern").read_text().strip(),
    }


print("gradatim-facts:" + json.dumps(facts()), flush=True)
