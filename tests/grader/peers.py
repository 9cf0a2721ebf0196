"""The other end of a container's stream, played by a test: speaks and hears as the engine would carry it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from gradatim_grader import engine
from gradatim_grader.container import ENGINE_HEADER, Container
from gradatim_runner.frames import HEADER, header, parse_header

STDOUT, STDERR = 1, 2


class Peer:
    """A container as the host sees it. Everything blocks; a stream that the host shut is the end of hearing."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def say(self, kind: int, payload: bytes = b"", *, more: bool = False) -> None:
        self.write(header(kind, len(payload), more=more) + payload)

    def write(self, data: bytes, *, stream: int = STDOUT) -> None:
        """Bytes as they are, on one of the two streams."""
        self._end.sendall(ENGINE_HEADER.pack(stream, len(data)) + data)

    def hear(self) -> tuple[int, bool, bytes] | None:
        """The next frame of the host's, or None where the stream has ended."""
        head = self._exactly(HEADER.size)
        if head is None:
            return None
        kind, more, length = parse_header(head)
        payload = self._exactly(length)
        return None if payload is None else (kind, more, payload)

    def hear_message(self) -> tuple[int, bytes] | None:
        message = b""
        while (frame := self.hear()) is not None:
            message += frame[2]
            if not frame[1]:
                return frame[0], message
        return None

    def is_shut(self) -> bool:
        """Whether the host has ended the stream. Waits for it."""
        return self._end.recv(1) == b""

    def close(self) -> None:
        self._end.close()

    def _exactly(self, count: int) -> bytes | None:
        data = b""
        while len(data) < count:
            try:
                piece = self._end.recv(count - len(data))
            except OSError:
                return None
            if not piece:
                return None
            data += piece
        return data


class Line:
    """Opens streams between containers of the host's and peers that play them, and closes all of them at the end."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch, self._attach = patch, engine.attach
        self._open: list[Container | Peer] = []
        self._playing: list[threading.Thread] = []

    def connected(self, *, name: str = "played") -> tuple[Container, Peer]:
        """A container of the host's, and the peer that plays it."""
        ours, theirs = socket.socketpair()
        theirs.settimeout(30)

        def attach(container_id: str) -> engine.AttachedStream:
            """Real ones go on being made meanwhile, for the grader of other tests."""
            return engine.AttachedStream(ours) if container_id == name else self._attach(container_id)

        self._patch.setattr(engine, "attach", attach)
        container, peer = Container(name), Peer(theirs)
        self._open += [container, peer]
        return container, peer

    def played(self, part: Callable[[Peer], None], *, name: str = "played") -> Container:
        """A container whose part is played in a thread of its own."""
        container, peer = self.connected(name=name)

        def play() -> None:
            try:
                part(peer)
            except OSError:  # the host has gone away in the middle, as it may
                return

        self._playing.append(threading.Thread(target=play))
        self._playing[-1].start()
        return container

    def close(self) -> None:
        for each in self._open:
            if isinstance(each, Container):
                each.shut()
        for thread in self._playing:
            thread.join(30)
        for each in self._open:
            if isinstance(each, Peer):
                each.close()


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    opened = Line(monkeypatch)
    yield opened
    opened.close()
