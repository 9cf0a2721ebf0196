"""A container's stream as the host reads it: bounded in memory and in time, whatever comes."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable

import pytest

from gradatim_grader import engine
from gradatim_grader.container import Gone, Silence
from gradatim_runner.frames import MAX_FRAME_BYTES, Kind, header
from tests.grader.peers import STDERR, Line, Peer

MIB = 1 << 20


def soon(seconds: float = 0.3) -> float:
    return time.monotonic() + seconds


def test_frames_arrive_whole_however_they_were_cut(line: Line) -> None:
    container, peer = line.connected()
    data = header(Kind.ANSWER, 5, more=True) + b"hello" + header(Kind.ANSWER, 0)
    for byte in data:
        peer.write(bytes([byte]))
    first, second = (container.receive(deadline=soon(5)) for _ in range(2))
    assert (first.kind, first.more, first.payload) == (Kind.ANSWER, True, b"hello")
    assert (second.more, second.payload) == (False, b"")


def test_what_was_written_past_our_streams_comes_as_printed_text(line: Line) -> None:
    container, peer = line.connected()
    peer.write(b"\xff" * 100, stream=STDERR)
    assert container.receive(deadline=soon(5)) == (Kind.STDERR, False, b"\xff" * 100)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"\x63\0\0\0\0", id="an unknown kind"),
        pytest.param(b"\x0c\xff\xff\xff\xff", id="a frame of four gigabytes"),
        pytest.param(header(Kind.ANSWER, MAX_FRAME_BYTES + 1), id="a byte more than a frame may hold"),
    ],
)
def test_what_is_no_frame_ends_the_stream_at_once(said: bytes, line: Line) -> None:
    container, peer = line.connected()
    peer.write(said)
    with pytest.raises(Gone):
        container.receive(deadline=soon(5))


def test_half_a_frame_before_the_end_is_the_end(line: Line) -> None:
    container, peer = line.connected()
    peer.write(header(Kind.ANSWER, 100) + b"x" * 99)
    peer.close()
    with pytest.raises(Gone):
        container.receive(deadline=soon(5))


def drip(peer: Peer) -> None:
    peer.write(header(Kind.ANSWER, 100_000))
    while True:
        peer.write(b"x")
        time.sleep(0.005)


def flood_stderr(peer: Peer) -> None:
    while True:
        peer.write(b"x" * 1000, stream=STDERR)


def say_nothing(peer: Peer) -> None:
    peer.is_shut()


@pytest.mark.parametrize("part", [drip, flood_stderr, say_nothing])
def test_a_wait_ends_at_its_deadline_whoever_talks(part: Callable[[Peer], None], line: Line) -> None:
    container = line.played(part)
    with pytest.raises(Silence):
        container.expect(Kind.DONE, deadline=time.monotonic() + 0.3)


def test_a_send_to_who_never_reads_ends_at_its_deadline(line: Line) -> None:
    container, _ = line.connected()
    with pytest.raises(Silence):
        container.send(Kind.CALL, bytes(64 * MIB), deadline=time.monotonic() + 0.3)


def test_neither_side_reading_is_no_deadlock(line: Line) -> None:
    container = line.played(flood_stderr)
    with pytest.raises(Silence):
        container.send(Kind.CALL, bytes(64 * MIB), deadline=soon())


def test_two_hundred_mebibytes_pass_through_little_memory(line: Line) -> None:
    frame = header(Kind.ANSWER, MAX_FRAME_BYTES, more=True) + bytes(MAX_FRAME_BYTES)
    pieces = [frame[start : start + 32_768] for start in range(0, len(frame), 32_768)]

    def flood(peer: Peer) -> None:
        for _ in range(800):
            for piece in pieces:
                peer.write(piece)
        peer.close()

    container = line.played(flood)
    tracemalloc.start()
    try:
        passed = 0
        while passed < 800 * MAX_FRAME_BYTES:
            passed += len(container.receive(deadline=soon(60)).payload)
        assert tracemalloc.get_traced_memory()[1] < 4 * MIB
    finally:
        tracemalloc.stop()


def test_an_expected_message_is_bounded(line: Line) -> None:

    def endless(peer: Peer) -> None:
        while True:
            peer.say(Kind.DONE, bytes(MAX_FRAME_BYTES), more=True)

    container = line.played(endless)
    with pytest.raises(Gone, match="too long"):
        container.expect(Kind.DONE, deadline=soon(60))


def test_many_descriptors_do_not_confuse_a_wait(line: Line) -> None:
    """`select` fails above descriptor 1023, and a server with a thousand visitors gets there."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        container, peer = line.connected()
        peer.say(Kind.READY)
        assert container.receive(deadline=soon(5)).kind == Kind.READY
        assert container.is_waiting()
    finally:
        for descriptor in taken:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_stream_is_shut_before_the_engine_is_asked_to_remove(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that nobody reads makes kill and remove hang."""
    container, peer = line.connected()
    shut_first: list[bool] = []
    monkeypatch.setattr(engine, "remove", lambda _: shut_first.append(peer.is_shut()))
    container.remove()
    assert shut_first == [True]


def test_the_stream_is_shut_before_the_engine_is_asked_of_memory(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    container, peer = line.connected()

    def asked(_: str) -> bool:
        return peer.is_shut()

    monkeypatch.setattr(engine, "ran_out_of_memory", asked)
    assert container.ran_out_of_memory()
