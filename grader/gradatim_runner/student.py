"""The student's container: waits for one source, executes it, and answers calls until it is killed.

Holds no test, expected value or secret, so nothing in here needs to be defended from the learner's code: whatever
that code does to this process, the checker sees a plain value, an exception, or no answer.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Any

import numpy as np

from gradatim_runner.frames import (
    HELD_SECONDS,
    MAX_FRAME_BYTES,
    MAX_SOURCE_BYTES,
    Channel,
    FrameError,
    Kind,
    StreamEnded,
    own_channel,
)
from gradatim_runner.loaded import MAX_CALL_BYTES, Loaded
from gradatim_runner.messages import CallHead, unpack_call


class Printed(io.RawIOBase):
    """Sends what is printed as frames, in order with the answers; a forked child writes to the descriptor instead."""

    def __init__(self, channel: Channel, kind: Kind, descriptor: int) -> None:
        self._channel, self._kind, self._descriptor = channel, kind, descriptor
        self._pid = os.getpid()

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")[:MAX_FRAME_BYTES]
        if os.getpid() != self._pid:  # two processes in one stream of frames would tear them
            return os.write(self._descriptor, view)
        self._channel.send(self._kind, view)
        return view.nbytes


def serve(channel: Channel, source: bytearray) -> None:
    """Execute a source and answer its calls until the host says DONE, which it never does for a submission."""
    pid = os.getpid()
    loaded = Loaded(source.decode())
    _leave_if_forked(pid)
    _flush()
    channel.send(Kind.LOADED)
    while True:
        calls = _calls_together(channel)
        if not calls:
            return
        sent = time.monotonic()
        behind = [call for call, _ in calls[1:]]
        for following, parts in zip([*behind, None], loaded.answers(calls), strict=True):
            _leave_if_forked(pid)
            _flush()
            # What begins anew may end this process, or never end: by then all before it must be on its way.
            if following is None or following.anew or time.monotonic() - sent > HELD_SECONDS:
                channel.send(Kind.ANSWER, *parts)
            elif channel.hold(Kind.ANSWER, *parts) > MAX_FRAME_BYTES:
                channel.flush()
            else:
                continue
            sent = time.monotonic()


def _calls_together(channel: Channel) -> list[tuple[CallHead, bytearray]]:
    """The next calls, all that were sent together; none once the host has no more. The host reads no answer before it
    has handed over the last of them.
    """
    calls: list[tuple[CallHead, bytearray]] = []
    while not calls or calls[-1][0].rest:
        kind, message = channel.receive(most_bytes=MAX_CALL_BYTES)
        if kind != Kind.CALL:
            return []
        calls.append(unpack_call(message))
    return calls


def serve_many(channel: Channel) -> None:
    """Give every source a child process of its own, and leave nothing of it behind before the next."""
    _hide_memory()
    while True:
        kind, source = channel.receive(most_bytes=MAX_SOURCE_BYTES)
        if kind != Kind.SOURCE:
            raise FrameError("a source was expected")
        child = os.fork()
        if not child:
            sys.stdout, sys.stderr = _streams(channel)
            serve(channel, source)
            _flush()
            os._exit(0)
        os.waitpid(child, 0)
        _end_all_others()
        _clear("/tmp")  # noqa: S108 - the container's own
        channel.send(Kind.DONE)


def main() -> None:
    channel = own_channel()
    sys.stdout, sys.stderr = _streams(channel)
    sys.excepthook = _tell_nobody
    np.zeros(1).sum()  # the first sum of a process costs more than the later ones
    try:
        channel.receive(most_bytes=0)
        channel.send(Kind.READY)
        kind, message = channel.receive(most_bytes=MAX_SOURCE_BYTES)
        if kind == Kind.KEEP:
            serve_many(channel)
        else:
            serve(channel, message)
    except StreamEnded:
        os._exit(0)  # with nothing to put in order: what Python does at its end takes longer than many a submission


def _streams(channel: Channel) -> tuple[io.TextIOWrapper, io.TextIOWrapper]:
    """stdout and stderr for the process that calls this."""
    return _text(Printed(channel, Kind.STDOUT, 1)), _text(Printed(channel, Kind.STDERR, 2))


def _tell_nobody(*_: object) -> None:
    """Where the learner's code broke this process, the frames of ours would tell them nothing."""


def _hide_memory() -> None:
    """Let no child read this process through /proc: a run must not change what the next one meets."""
    import ctypes  # only here: the usual student has no need of it

    pr_set_dumpable = 4
    ctypes.CDLL(None).prctl(pr_set_dumpable, 0, 0, 0, 0)


def _text(raw: Printed) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(raw, 8192), "utf-8", errors="backslashreplace", line_buffering=True)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(BaseException):  # the learner may have put anything in their place
            stream.flush()


def _leave_if_forked(pid: int) -> None:
    if os.getpid() != pid:  # a child that the learner forked must not answer in its parent's place
        os._exit(1)


def _end_all_others() -> None:
    """End every process but this one and init. Again and again: what forks quickly survives one round."""
    with suppress(ProcessLookupError):
        while True:
            os.kill(-1, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)
            time.sleep(0.001)


def _clear(folder: str) -> None:
    """Remove what a run left. What cannot be removed ends this process, and the next run gets another container."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            import shutil  # only here: few runs leave a folder

            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)  # noqa: PTH108 - pathlib would cost every student its import


if __name__ == "__main__":
    main()
