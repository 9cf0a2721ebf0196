"""Frames over a pair of descriptors: a kind, a length, a payload. The host relays payloads that it never reads.

A message is one frame or several: every frame but the last carries the bit `MORE`. Nobody here trusts a header:
the kind must be known and the length at most `MAX_FRAME_BYTES`.
"""

from __future__ import annotations

import os
import select
import struct
import threading
from collections.abc import Iterable, Iterator
from enum import IntEnum

HEADER = struct.Struct("<BI")
MORE = 0x80
MAX_FRAME_BYTES = 256 << 10
MAX_SOURCE_BYTES = 64 << 10
HELD_SECONDS = 0.02  # that a student may keep an answer back, to send it with the next


class Kind(IntEnum):
    """Who says it, and what. The names of the two containers: student (A) and checker (B)."""

    # host to student
    HELLO = 1  # imports are done when it is answered
    KEEP = 2  # more than one source will come: give each a child process of its own
    SOURCE = 3
    CALL = 4
    DONE = 5  # this source needs no more calls; said back when nothing of it is left
    # student to host
    READY = 10
    LOADED = 11  # the source was executed, well or not: only the clock wants to know
    ANSWER = 12
    STDOUT = 13
    STDERR = 14
    # host to checker
    PROBLEM = 20
    START = 21
    REPLY = 22  # the student's answer, handed on
    BROKEN = 23  # there will be no answer; the payload is a `Broken`
    # checker to host
    COLLECTED = 30  # the problem's tests are loaded
    SEVERAL = 38  # the next calls belong together; the payload is how many they are, in two bytes, little-endian
    CALL_VISIBLE = 31
    CALL_HIDDEN = 32
    RESULT = 33  # one test has ended; the payload is a TestResult
    REPORT = 34
    EXAMPLES = 35
    ARRAYS = 37
    FAULT = 36  # the problem, or the checker itself, does not work; the payload is text for staff


class Broken(IntEnum):
    """Why a call has no answer, decided by the host alone."""

    ERROR = 7  # not 0: a reason is never false
    TIME_LIMIT = 1
    TOTAL_LIMIT = 2
    LOAD_LIMIT = 3
    MEMORY_LIMIT = 4
    OUTPUT_LIMIT = 5
    ANSWER_LIMIT = 8
    NONE_LEFT = 6  # too many containers were used up; the remaining tests do not run


class FrameError(Exception):
    """The bytes are no frame, or a stream ended inside one."""


class StreamEnded(FrameError):
    """The other side is gone."""


def header(kind: int, length: int, *, more: bool = False) -> bytes:
    return HEADER.pack(kind | (MORE if more else 0), length)


def parse_header(data: bytes | bytearray | memoryview, start: int = 0) -> tuple[int, bool, int]:
    """(kind, more, payload length in bytes) of the `HEADER.size` bytes from `start`.

    Raises:
        FrameError: no such kind, or the payload is longer than `MAX_FRAME_BYTES`.
    """
    first, length = HEADER.unpack_from(data, start)
    if first & ~MORE not in KINDS or length > MAX_FRAME_BYTES:
        raise FrameError("no frame starts with these bytes")
    return first & ~MORE, bool(first & MORE), length


KINDS = frozenset(int(kind) for kind in Kind)


def frames_of(kind: int, parts: Iterable[bytes | memoryview]) -> Iterator[tuple[bytes, memoryview]]:
    """A message cut into frames, as (header, payload). Parts share a frame where they fit: to copy costs less."""
    pieces = list(_pieces(parts)) or [memoryview(b"")]
    for number, piece in enumerate(pieces, start=1):
        yield header(kind, piece.nbytes, more=number < len(pieces)), piece


def _pieces(parts: Iterable[bytes | memoryview]) -> Iterator[memoryview]:
    joined = bytearray()
    for part in parts:
        view = memoryview(part).cast("B") if len(part) else memoryview(b"")
        if joined and len(joined) + view.nbytes > MAX_FRAME_BYTES:
            yield memoryview(joined)
            joined = bytearray()
        if view.nbytes <= MAX_FRAME_BYTES:
            joined += view
        else:
            yield from (view[start : start + MAX_FRAME_BYTES] for start in range(0, view.nbytes, MAX_FRAME_BYTES))
    if joined:
        yield memoryview(joined)


class Channel:
    """Blocking messages over two descriptors, for the containers' side."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self._sending = threading.Lock()  # a learner's threads print while an answer is sent
        self._held = b""

    def send(self, kind: int, *parts: bytes | memoryview) -> None:
        with self._sending:
            self._send(kind, parts)

    def hold(self, kind: int, *parts: bytes | memoryview) -> int:
        """Send this together with what is sent next: each write is a journey of its own through the engine.

        Returns how many bytes wait by now.
        """
        with self._sending:
            self._held += b"".join(part for frame in frames_of(kind, parts) for part in frame)
            return len(self._held)

    def flush(self) -> None:
        """Send what waits."""
        with self._sending:
            before, self._held = self._held, b""
            self._write(before)

    def _send(self, kind: int, parts: Iterable[bytes | memoryview]) -> None:
        before, self._held = self._held, b""
        for head, payload in frames_of(kind, parts):
            self._write(before + head, payload)
            before = b""

    def receive(self, *, most_bytes: int) -> tuple[int, bytearray]:
        """The next message, whole.

        Raises:
            MemoryError: there is no room for it; it was read to its end, so the next one can be.
            FrameError: it is longer than `most_bytes`, or its frames do not belong together.
        """
        message, fits = bytearray(), True
        kind, more, length = parse_header(self._read(HEADER.size))
        while True:
            if len(message) + length > most_bytes:
                raise FrameError(f"a message is longer than {most_bytes} bytes")
            piece = self._read(length)
            try:
                if fits and message:
                    message += piece
                elif fits:
                    message = piece  # most messages are one frame, and need not be copied
            except MemoryError:
                fits, message = False, bytearray()
            if not more and not fits:
                raise MemoryError("a message does not fit into memory")
            if not more:
                return kind, message
            again, more, length = parse_header(self._read(HEADER.size))
            if again == Kind.BROKEN:  # the student fell silent in the middle of an answer
                kind, message, fits = again, bytearray(), True
            elif again != kind:
                raise FrameError("another message began inside one")

    def is_readable(self) -> bool:
        """Whether something has come, or the other side is gone."""
        return bool(select.select([self._read_fd], [], [], 0)[0])

    def _read(self, count: int) -> bytearray:
        data = bytearray(count)
        view, got = memoryview(data), 0
        while got < count:
            read = os.readv(self._read_fd, [view[got:]])
            if not read:
                raise StreamEnded("the stream ended")
            got += read
        return data

    def _write(self, *parts: bytes | memoryview) -> None:
        """All in one write, as far as it takes them: each write is a journey through the engine, and a short frame
        stays whole whoever else writes.
        """
        written = os.writev(self._write_fd, parts)
        for part in parts:
            rest, written = memoryview(part)[written:], max(0, written - len(part))
            while rest.nbytes:
                rest = rest[os.write(self._write_fd, rest) :]


def own_channel() -> Channel:
    """The frames of a container's process, moved away from its standard descriptors.

    What is printed to those can then tear no frame: it goes to the engine's stderr. The new descriptors are not
    inherited by programs that the process starts.
    """
    frames_in, frames_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return Channel(frames_in, frames_out)
