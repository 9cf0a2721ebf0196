"""Pages written ahead: found where a child wrote, and copied without harm to anything else."""

from __future__ import annotations

import ctypes
import mmap
import os
import resource
from collections.abc import Callable

from gradatim_runner import pages
from gradatim_runner.pages import Run

PAGES = 64


def in_a_child(work: Callable[[], bool]) -> bool:
    child = os.fork()
    if not child:
        held = False
        try:
            held = work()
        finally:
            os._exit(0 if held else 1)
    return os.waitpid(child, 0)[1] == 0


def memory() -> tuple[mmap.mmap, int]:
    """Private memory that was written to, and the number of its first page."""
    held = mmap.mmap(-1, PAGES * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    held[:] = b"x" * len(held)
    address = ctypes.addressof(ctypes.c_char.from_buffer(held))
    return held, address // mmap.PAGESIZE


def test_a_page_that_a_child_wrote_is_found_and_one_that_it_shares_is_not() -> None:
    held, first = memory()

    def writes() -> bool:
        held[10 * mmap.PAGESIZE] = 1
        found = [run for run in pages.written() if first <= run.start < first + PAGES]
        return found == [Run(first + 10, first + 11)]

    assert in_a_child(writes)


def test_writing_to_pages_that_were_written_ahead_stops_nobody() -> None:
    held, first = memory()

    def writes() -> bool:
        pages.write_ahead([Run(first, first + PAGES)])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for page in range(PAGES):
            held[page * mmap.PAGESIZE] = 1
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < PAGES // 4

    assert in_a_child(writes)


def test_what_is_written_ahead_keeps_what_it_held() -> None:
    held, first = memory()

    def reads() -> bool:
        pages.write_ahead([Run(first, first + PAGES)])
        return held[:] == b"x" * len(held)

    assert in_a_child(reads)


def test_what_is_no_memory_any_more_is_left_out() -> None:
    pages.write_ahead([Run(1, 2)])
