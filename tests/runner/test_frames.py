"""The frame parser: what is written is read again, and what is no frame gives the declared error and nothing else."""

from __future__ import annotations

import os
import threading
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradatim_runner.frames import (
    HEADER,
    MAX_FRAME_BYTES,
    MORE,
    Channel,
    FrameError,
    Kind,
    StreamEnded,
    frames_of,
    header,
    parse_header,
)

MIB = 1 << 20
KINDS = st.sampled_from(list(Kind))


class Pipe:
    """A channel to itself."""

    def __init__(self) -> None:
        self.read_fd, self.write_fd = os.pipe()
        self.channel = Channel(self.read_fd, self.write_fd)
        self.writer: threading.Thread | None = None

    def __enter__(self) -> Pipe:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.read_fd)
        if self.writer is not None:
            self.writer.join()  # it closes its end itself
        self.end()

    def message(self, *, most_bytes: int = MIB) -> tuple[int, bytes]:
        kind, message = self.channel.receive(most_bytes=most_bytes)
        return kind, bytes(message)

    def end(self) -> None:
        if self.write_fd >= 0:
            os.close(self.write_fd)
            self.write_fd = -1

    def fill(self, data: bytes) -> None:
        """Write from another thread, then end the stream: a pipe holds 64 KiB."""

        def write() -> None:
            left = memoryview(data)
            with suppress(BrokenPipeError):  # a test may be over before all of it is read
                while left.nbytes:
                    left = left[os.write(self.write_fd, left) :]
            self.end()

        self.writer = threading.Thread(target=write)
        self.writer.start()


@given(KINDS, st.integers(0, MAX_FRAME_BYTES), st.booleans())
def test_a_header_is_read_as_it_was_written(kind: Kind, length: int, more: bool) -> None:
    assert parse_header(header(kind, length, more=more)) == (kind, more, length)


@given(st.binary(min_size=HEADER.size, max_size=64))
def test_any_bytes_are_a_header_or_the_declared_error(data: bytes) -> None:
    try:
        kind, _, length = parse_header(data)
    except FrameError:
        first, length = HEADER.unpack_from(data)
        assert first & ~MORE not in set(Kind) or length > MAX_FRAME_BYTES
    else:
        assert kind in set(Kind)
        assert length <= MAX_FRAME_BYTES


@settings(deadline=None)
@given(KINDS.filter(lambda kind: kind != Kind.BROKEN), st.lists(st.binary(max_size=3000), max_size=8))
def test_a_message_arrives_as_the_parts_it_was_sent_in(kind: Kind, parts: list[bytes]) -> None:
    with Pipe() as pipe:
        pipe.channel.send(kind, *parts)
        assert pipe.message() == (kind, b"".join(parts))


@pytest.mark.parametrize("size", [0, 1, 4096, 4097, MAX_FRAME_BYTES, MAX_FRAME_BYTES + 1, 3 * MAX_FRAME_BYTES])
def test_a_long_message_is_cut_into_frames_and_joined_again(size: int) -> None:
    data = os.urandom(size)
    assert all(len(payload) <= MAX_FRAME_BYTES for _, payload in frames_of(Kind.ANSWER, [data]))
    with Pipe() as pipe:
        pipe.fill(b"".join(head + bytes(payload) for head, payload in frames_of(Kind.ANSWER, [data])))
        assert pipe.message() == (Kind.ANSWER, data)


@pytest.mark.parametrize("size", [0, 40_000, MAX_FRAME_BYTES - 9, 2 * MAX_FRAME_BYTES])
def test_what_was_held_and_all_of_a_long_message_arrive_in_order_whatever_a_write_takes(size: int) -> None:
    data = os.urandom(size)
    with Pipe() as pipe:
        pipe.channel.hold(Kind.RESULT, b"held")
        sender = threading.Thread(target=pipe.channel.send, args=(Kind.ANSWER, b"structure", data))
        sender.start()
        assert pipe.message() == (Kind.RESULT, b"held")
        assert pipe.message() == (Kind.ANSWER, b"structure" + data)
        sender.join()


def test_a_message_that_fits_is_one_frame() -> None:
    assert len(list(frames_of(Kind.ANSWER, [b"structure", bytes(MAX_FRAME_BYTES - 9)]))) == 1


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_any_stream_is_messages_until_the_declared_error(data: bytes) -> None:
    with Pipe() as pipe:
        os.write(pipe.write_fd, data)
        pipe.end()
        try:
            while pipe.message(most_bytes=500):
                pass
        except FrameError:
            return


@pytest.mark.parametrize("cut", [0, 1, HEADER.size, HEADER.size + 4])
def test_a_stream_that_ends_inside_a_frame_has_ended(cut: int) -> None:
    with Pipe() as pipe:
        os.write(pipe.write_fd, (header(Kind.ANSWER, 5) + b"hello")[:cut])
        pipe.end()
        with pytest.raises(StreamEnded):
            pipe.channel.receive(most_bytes=100)


def test_a_message_beyond_its_limit_is_never_collected() -> None:
    frame = header(Kind.ANSWER, MAX_FRAME_BYTES, more=True) + bytes(MAX_FRAME_BYTES)
    with Pipe() as pipe:
        pipe.fill(frame * 9)
        tracemalloc.start()
        try:
            with pytest.raises(FrameError):
                pipe.channel.receive(most_bytes=2 * MIB)
            assert tracemalloc.get_traced_memory()[1] < 6 * MIB
        finally:
            tracemalloc.stop()
        while os.read(pipe.read_fd, MIB):
            pass


def test_a_message_inside_another_is_an_error() -> None:
    with Pipe() as pipe:
        os.write(pipe.write_fd, header(Kind.ANSWER, 1, more=True) + b"x" + header(Kind.LOADED, 0))
        with pytest.raises(FrameError):
            pipe.channel.receive(most_bytes=100)


def test_the_hosts_word_that_a_student_fell_silent_replaces_half_an_answer() -> None:
    with Pipe() as pipe:
        os.write(pipe.write_fd, header(Kind.REPLY, 4, more=True) + b"half" + header(Kind.BROKEN, 1) + b"\x01")
        assert pipe.message() == (Kind.BROKEN, b"\x01")
