"""What a sandbox finds to write to, and how much of it. Prints one line of JSON."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

MIB = 1 << 20
# Read by the engine's own init, or put there by the engine for the container alone.
ENGINES_FILES = ("/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/sbin/docker-init", "/usr/sbin/docker-init")
KERNELS = {"proc", "tmpfs", "devpts", "sysfs", "cgroup", "cgroup2", "mqueue", "overlay"}


def writable() -> list[str]:
    """Folders and files outside of /tmp that this user may write to."""
    found = []
    for root, folders, names in os.walk("/"):
        folders[:] = [each for each in folders if os.path.join(root, each) not in ("/proc", "/sys", "/tmp", "/dev")]
        paths = [root, *(path for each in names if not os.path.islink(path := os.path.join(root, each)))]
        found += [path for path in paths if os.access(path, os.W_OK)]
    return found[:20]


def shared() -> list[str]:
    """Mounts that are neither the kernel's nor the engine's."""
    found = []
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        place = before.split()[4]
        if after.split()[0] not in KERNELS and place not in ENGINES_FILES:
            found.append(place)
    return found


def fill_tmp() -> tuple[int, int]:
    """How many bytes, and how many files, /tmp takes before it is full."""
    block, size, files = bytes(MIB), 0, 0
    with suppress(OSError):
        while size < 4096 * MIB:
            with open(f"/tmp/fill-{files}", "wb", buffering=0) as file:
                files += 1
                for _ in range(4):
                    size += file.write(block)
    _remove("fill", files)
    empty = 0
    with suppress(OSError):
        while empty < 100_000:
            open(f"/tmp/empty-{empty}", "wb").close()
            empty += 1
    _remove("empty", empty)
    return size, empty


def _remove(name: str, count: int) -> None:
    for number in range(count + 1):
        with suppress(OSError):
            os.unlink(f"/tmp/{name}-{number}")


def runs_from_tmp() -> bool:
    path = "/tmp/program"
    Path(path).write_text("#!/bin/sh\nexit 0\n")
    os.chmod(path, 0o755)
    try:
        return subprocess.run([path], check=False).returncode == 0
    except OSError:
        return False
    finally:
        os.unlink(path)


def facts() -> dict[str, Any]:
    tmp, root = os.statvfs("/tmp"), os.statvfs("/")
    size, names = fill_tmp()
    return {
        "root_read_only": bool(root.f_flag & os.ST_RDONLY),
        "writable": writable(),
        "shared": shared(),
        "tmp_flags": [name for name in ("NOEXEC", "NOSUID", "NODEV") if tmp.f_flag & getattr(os, f"ST_{name}")],
        "tmp_bytes": size,
        "tmp_files": names,
        "runs_from_tmp": runs_from_tmp(),
    }


print("gradatim-facts:" + json.dumps(facts()), flush=True)
