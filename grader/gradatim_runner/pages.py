"""Pages of memory that a forked child is going to write: written ahead, while nobody waits.

A child shares its parent's memory until it writes to it, and Python writes a count into every object that it looks at.
Copying a page when it is first written stops the child each time, thousands of times in the first milliseconds.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

MADV_POPULATE_WRITE = 23  # Linux 5.14; an older kernel refuses it, and nothing is gained
PRESENT, EXCLUSIVE = 1 << 63, 1 << 56  # bits of an entry of /proc/self/pagemap
ENTRY = struct.Struct("<Q")
MOST_GAP = 4  # pages that are copied in vain to save a call
USERS_END = 1 << 47

_libc = ctypes.CDLL(None)


class Run(NamedTuple):
    """Consecutive pages, by their numbers; `end` is the first that is not one of them."""

    start: int
    end: int


def written() -> list[Run]:
    """What this process has written since it was forked, nearly: pages that it shares with no other process.

    Empty where the kernel does not say.
    """
    try:
        found = [run for mapping in _writable_mappings() for run in _exclusive(mapping)]
    except OSError:
        return []
    joined: list[Run] = []
    for run in found:
        if joined and 0 <= run.start - joined[-1].end <= MOST_GAP:
            joined[-1] = Run(joined[-1].start, run.end)
        else:
            joined.append(run)
    return joined


def write_ahead(runs: Iterable[Run]) -> None:
    """Give this process copies of its own of these pages. What is no memory any more is left out."""
    for start, end in runs:
        size = (end - start) * mmap.PAGESIZE
        _libc.madvise(ctypes.c_void_p(start * mmap.PAGESIZE), ctypes.c_size_t(size), MADV_POPULATE_WRITE)


def _writable_mappings() -> Iterator[Run]:
    for line in Path("/proc/self/maps").read_text().splitlines():
        addresses, access, *_ = line.split()
        start, end = (int(address, 16) for address in addresses.split("-"))
        if access.startswith("rw") and access.endswith("p") and end < USERS_END:
            yield Run(start // mmap.PAGESIZE, end // mmap.PAGESIZE)


def _exclusive(mapping: Run) -> Iterator[Run]:
    wanted = PRESENT | EXCLUSIVE
    with Path("/proc/self/pagemap").open("rb", buffering=0) as entries:
        entries.seek(mapping.start * ENTRY.size)
        said = entries.read((mapping.end - mapping.start) * ENTRY.size) or b""
    for page, (entry,) in enumerate(ENTRY.iter_unpack(said), start=mapping.start):
        if entry & wanted == wanted:
            yield Run(page, page + 1)
