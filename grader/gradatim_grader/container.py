"""One sandbox container and the frames to and from it.

Reads frame headers and nothing behind them. Memory is constant: one frame and one read buffer, whatever comes.
"""

from __future__ import annotations

import select
import struct
import time
from typing import NamedTuple

from gradatim_grader import engine
from gradatim_runner.frames import HEADER, FrameError, Kind, frames_of, parse_header

READ_BYTES = 64 << 10
MOST_EXPECTED_BYTES = 16 << 20
ENGINE_HEADER = struct.Struct(">BxxxI")  # stream number and length, before each piece of the engine's stream
STDOUT_STREAM = 1


class Silence(Exception):
    """Nothing came, or could be sent, before the deadline."""


class Gone(Exception):
    """The stream has ended, or what came is no frame."""


class Frame(NamedTuple):
    """One frame. What was printed past our streams comes as a STDERR frame, of at most one piece of the engine's."""

    kind: int
    more: bool
    payload: bytes


class Container:
    """A started container that this process is attached to. For one thread at a time."""

    def __init__(self, container_id: str) -> None:
        self.id = container_id
        self._stream = engine.attach(container_id)
        self._poll = select.poll()
        self._raw = bytearray()  # as the engine sends it
        self._frames = bytearray()  # of the container's stdout
        self._at = 0  # what lies before in `_frames` has been handed out
        self._ahead: Frame | None = None  # was looked for, and not handed out yet
        self._held = bytearray()  # goes with what is sent next
        self._closed = False

    def send(self, kind: int, *parts: bytes | memoryview, deadline: float) -> None:
        """Send one message. `deadline` is on the monotonic clock. Raises Silence, Gone."""
        for head, payload in frames_of(kind, parts):
            self._send(head + payload, deadline)

    def pass_on(self, kind: int, frame: Frame, *, deadline: float, hold: bool = False) -> None:
        """Send on one frame of another container, under another kind; `hold`: together with what is sent next."""
        data = HEADER.pack(kind | (0x80 if frame.more else 0), len(frame.payload)) + frame.payload
        if hold and len(self._held) + len(data) <= READ_BYTES:
            self._held += data
        else:
            self._send(data, deadline)

    def receive(self, *, deadline: float) -> Frame:
        """The next frame. Nothing is read after the deadline. Raises Silence, Gone."""
        while (frame := self._here()) is None:
            self._read(deadline)
        self._ahead = None
        return frame

    def has_frame(self) -> bool:
        """Whether the next frame is here, so that `receive` does not wait. What is none, whoever receives it hears."""
        try:
            return self._here() is not None
        except Gone:
            return False

    def expect(self, kind: int, *, deadline: float) -> bytes:
        """Wait for a whole message of this kind; any other is as good as the container being gone."""
        message = b""
        while True:
            frame = self.receive(deadline=deadline)
            if frame.kind == Kind.STDERR:
                continue
            if frame.kind != kind:
                raise Gone(f"{Kind(frame.kind).name}: {frame.payload[:2000].decode(errors='replace')}")
            message += frame.payload
            if len(message) > MOST_EXPECTED_BYTES:
                raise Gone("a message is too long")
            if not frame.more:
                return message

    def is_waiting(self) -> bool:
        """Whether it lives and has said nothing that it was not asked."""
        if self._closed or self._ahead or self._raw or len(self._frames) > self._at:
            return False
        return not self._waits(select.POLLIN, seconds=0)

    def ran_out_of_memory(self) -> bool:
        self.shut()
        return engine.ran_out_of_memory(self.id)

    def pause(self) -> None:
        engine.pause(self.id)

    def resume(self) -> None:
        engine.resume(self.id)

    def shut(self) -> None:
        """End the stream. What the container says from now on is heard by nobody."""
        if not self._closed:
            self._closed = True
            self._stream.shut()

    def remove(self) -> None:
        self.shut()
        engine.remove(self.id)

    def _send(self, data: bytes, deadline: float) -> None:
        rest = memoryview(self._held + data if self._held else data)
        self._held = bytearray()
        while rest.nbytes:
            try:
                rest = rest[self._stream.socket.send(rest) :]
            except BlockingIOError:
                if not self._waits(select.POLLOUT, seconds=deadline - time.monotonic()):
                    raise Silence from None
            except (OSError, ValueError) as error:
                raise Gone(str(error)) from None

    def _waits(self, event: int, *, seconds: float) -> bool:
        """Whether the stream becomes ready. `poll`, since a server has more descriptors than `select` can count."""
        self._poll.register(self._stream.socket, event)
        return bool(self._poll.poll(max(0.0, seconds) * 1000))

    def _read(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        try:
            if left <= 0 or not self._waits(select.POLLIN, seconds=left):
                raise Silence  # also where bytes are there: who never stops talking is as late as who is silent
            data = self._stream.socket.recv(READ_BYTES)
        except (OSError, ValueError) as error:
            raise Gone(str(error)) from None
        if not data:
            raise Gone("the stream ended")
        self._raw += data

    def _here(self) -> Frame | None:
        """The next frame, where it is here; it is not handed out yet."""
        while self._ahead is None:
            self._ahead = self._parsed()
            if self._ahead is None:
                piece = self._piece()
                if piece is None:
                    return None
                stream, data = piece
                if stream == STDOUT_STREAM:
                    self._frames += data
                else:
                    self._ahead = Frame(Kind.STDERR, False, data)
        return self._ahead

    def _piece(self) -> tuple[int, bytes] | None:
        """The next whole piece of the engine's stream: which stream, and its bytes."""
        if len(self._raw) < ENGINE_HEADER.size:
            return None
        stream, length = ENGINE_HEADER.unpack_from(self._raw)
        end = ENGINE_HEADER.size + length
        if len(self._raw) < end:
            return None
        piece = bytes(self._raw[ENGINE_HEADER.size : end])
        del self._raw[:end]
        return stream, piece

    def _parsed(self) -> Frame | None:
        start = self._at + HEADER.size
        if len(self._frames) < start:
            self._cut()
            return None
        try:
            kind, more, length = parse_header(self._frames, self._at)
        except FrameError as error:
            raise Gone(str(error)) from None
        end = start + length
        if len(self._frames) < end:
            self._cut()
            return None
        self._at = end  # what was handed out is cut off later: a line printed at a time is many small frames
        return Frame(kind, more, bytes(self._frames[start:end]))

    def _cut(self) -> None:
        """Let go of what was handed out."""
        del self._frames[: self._at]
        self._at = 0
