"""The frame parser of the containers: any stream is messages until the declared error."""

from __future__ import annotations

import os

import atheris

with atheris.instrument_imports(include=["gradatim_runner.frames"]):
    from gradatim_runner.frames import Channel, FrameError, Kind, frames_of

from fuzz.running import run

MOST_BYTES = 8192
SEEDS = [b"".join(head + bytes(payload) for head, payload in frames_of(kind, [b"x" * 9, b""])) for kind in Kind]


def target(data: bytes) -> None:
    read_fd, write_fd = os.pipe()
    try:
        os.write(write_fd, data)  # a pipe holds 64 KiB, the most that is sent is 16
        os.close(write_fd)
        channel = Channel(read_fd, -1)
        while True:
            _, message = channel.receive(most_bytes=MOST_BYTES)
            assert len(message) <= MOST_BYTES
    except FrameError:
        return
    finally:
        os.close(read_fd)


if __name__ == "__main__":
    run(target, seeds=SEEDS)
