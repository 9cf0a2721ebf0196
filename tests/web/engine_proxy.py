"""A socket in front of the real engine that a test can cut: then the engine is gone for whoever used it."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

REAL = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")
CHUNK_BYTES = 1 << 16


class EngineProxy:
    """Listens at `address` while open. Carries bytes both ways and looks at none."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "engine.sock"
        self.address = f"unix://{self._path}"
        self._listener: socket.socket | None = None
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self.restore()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()

    def restore(self) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen(64)
        self._start(self._accept, self._listener)

    def cut(self) -> None:
        """End every connection and answer no new one."""
        if self._listener is not None:
            self._path.unlink()
            _shut(self._listener)
            self._listener = None
        with self._lock:
            for end in self._open:
                _shut(end)
            threads, self._threads = self._threads, []
        for thread in threads:
            thread.join()

    def _start(self, target: Callable[[socket.socket], None], near: socket.socket) -> None:
        thread = threading.Thread(target=target, args=(near,), daemon=True)
        with self._lock:
            self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        with listener, contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                self._start(self._serve, near)

    def _serve(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX) as far:
            far.connect(REAL)
            with self._lock:
                self._open |= {near, far}
            back = threading.Thread(target=_carry, args=(far, near), daemon=True)
            back.start()
            _carry(near, far)
            back.join()
            with self._lock:
                self._open -= {near, far}


def _carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(CHUNK_BYTES):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
