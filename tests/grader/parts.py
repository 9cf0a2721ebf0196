"""Parts for peers to play: students that answer or do not, and a checker that asks."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from gradatim_grader.container import Container
from gradatim_grader.problem import Limits
from gradatim_grader.relay import Relay
from gradatim_runner.frames import MAX_FRAME_BYTES, Broken, Kind
from gradatim_runner.messages import Start, Task
from gradatim_runner.report import Report, Verdict
from tests.grader.peers import Line, Peer

Part = Callable[[Peer], None]
LIMITS = Limits(call_seconds=0.4, load_seconds=0.5, total_seconds=3.0, answer_mib=1, output_kib=1)


class Students:
    """Hands out students that play one part each, and remembers what became of them."""

    def __init__(self, line: Line, part: Part, *, delay_seconds: float = 0.0) -> None:
        self._line, self._part, self._delay_seconds = line, part, delay_seconds
        self.taken = 0
        self.kept: list[Container] = []

    def take(self) -> Container:
        time.sleep(self._delay_seconds)
        self.taken += 1
        return self._line.played(loaded_then(self._part), name=f"student {self.taken}")

    def discard(self, container: Container) -> None:
        container.shut()

    def done(self, container: Container) -> None:
        self.kept.append(container)


class Checker:
    """Asks a number of calls, the first ones `together`, then reports. Remembers the answers."""

    def __init__(
        self, *, calls: int, kind: Kind = Kind.CALL_VISIBLE, argument: bytes = b"call", together: int = 1
    ) -> None:
        self._calls, self._kind, self._argument, self._together = calls, kind, argument, together
        self.heard: list[tuple[int, bytes]] = []

    def __call__(self, peer: Peer) -> None:
        peer.hear_message()
        if self._together > 1:
            peer.say(Kind.SEVERAL, self._together.to_bytes(2, "little"))
        for count in [self._together, *[1] * (self._calls - self._together)]:
            for _ in range(count):
                self._ask(peer)
            for _ in range(count):
                answer = self._answer(peer)
                if answer is None:
                    return
                self.heard.append(answer)
                if answer[0] == Kind.BROKEN:
                    break
        report = Report(problem="p", version="v", verdict=Verdict.PASSED)
        peer.say(Kind.REPORT, msgspec.msgpack.encode(report))

    def broken(self) -> list[Broken]:
        return [Broken(payload[0]) for kind, payload in self.heard if kind == Kind.BROKEN]

    def _ask(self, peer: Peer) -> None:
        for start in range(0, len(self._argument), MAX_FRAME_BYTES):
            piece = self._argument[start : start + MAX_FRAME_BYTES]
            peer.say(self._kind, piece, more=start + len(piece) < len(self._argument))

    def _answer(self, peer: Peer) -> tuple[int, bytes] | None:
        message = b""
        while (frame := peer.hear()) is not None:
            message = frame[2] if frame[0] == Kind.BROKEN else message + frame[2]
            if not frame[1]:
                return frame[0], message
        return None


def loaded_then(part: Part) -> Part:
    def play(peer: Peer) -> None:
        peer.hear_message()
        peer.say(Kind.LOADED)
        part(peer)

    return play


def answering(peer: Peer) -> None:
    while (call := peer.hear_message()) is not None:
        peer.say(Kind.ANSWER, b"answer to " + call[1][:8])


def silent(peer: Peer) -> None:
    while peer.hear_message() is not None:
        pass


def relayed(line: Line, checker: Checker, students: Students, *, limits: Limits = LIMITS) -> tuple[Relay, Report]:
    relay = Relay(students, b"the source", limits)
    return relay, relay.run(line.played(checker, name="checker"), Start(Task.SUBMIT), lambda _: None)
