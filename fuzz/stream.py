"""A container's stream as the host reads it: any bytes are frames until the stream has ended."""

from __future__ import annotations

import socket
import time

import atheris

with atheris.instrument_imports(include=["gradatim_grader.container", "gradatim_runner.frames"]):
    from gradatim_grader import engine
    from gradatim_grader.container import ENGINE_HEADER, Container, Gone
    from gradatim_runner.frames import MAX_FRAME_BYTES, Kind, frames_of

from fuzz.running import run


def pieces(stream: int, data: bytes) -> bytes:
    return ENGINE_HEADER.pack(stream, len(data)) + data


SEEDS = [
    pieces(1, b"".join(head + bytes(payload) for head, payload in frames_of(Kind.ANSWER, [b"answer"]))),
    pieces(2, b"printed") + pieces(1, b"\x0c\x00") + pieces(1, b"\x00\x00\x00"),
]


def target(data: bytes) -> None:
    ours, theirs = socket.socketpair()
    engine.attach = lambda container_id: engine.AttachedStream(ours)
    container = Container("fuzzed")
    try:
        theirs.sendall(data)
        theirs.close()
        while True:
            frame = container.receive(deadline=time.monotonic() + 5)
            assert frame.kind == Kind.STDERR or len(frame.payload) <= MAX_FRAME_BYTES
    except Gone:
        return
    finally:
        container.shut()


if __name__ == "__main__":
    run(target, seeds=SEEDS)
