"""The relay, where a checker asks several calls at once."""

from __future__ import annotations

import time

import pytest

from gradatim_grader import engine
from gradatim_runner.frames import Broken, Kind, header
from tests.grader.parts import LIMITS, Checker, Students, answering, relayed, silent
from tests.grader.peers import Line, Peer


@pytest.fixture(autouse=True)
def memory_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ran_out_of_memory", lambda _: False)


def test_calls_that_belong_together_are_all_handed_over_before_the_first_answer(line: Line) -> None:
    heard: list[bytes] = []

    def answers_at_the_end(peer: Peer) -> None:
        while len(heard) < 3:
            call = peer.hear_message()
            assert call is not None
            heard.append(call[1])
        for number in range(3):
            peer.say(Kind.ANSWER, b"%d" % number)
        answering(peer)

    checker = Checker(calls=4, together=3)
    relayed(line, checker, Students(line, answers_at_the_end))
    assert heard == [b"call"] * 3
    assert checker.heard == [*((Kind.REPLY, b"%d" % number) for number in range(3)), (Kind.REPLY, b"answer to call")]


def test_a_call_among_others_has_a_clock_of_its_own(line: Line) -> None:
    def slow_and_then_silent(peer: Peer) -> None:
        for _ in range(3):
            peer.hear_message()
        for _ in range(2):
            time.sleep(0.25)
            peer.say(Kind.ANSWER, b"in time")
        silent(peer)

    checker = Checker(calls=3, together=3)
    relay, _ = relayed(line, checker, Students(line, slow_and_then_silent))
    assert checker.heard == [(Kind.REPLY, b"in time")] * 2 + [(Kind.BROKEN, bytes([Broken.TIME_LIMIT]))]
    assert relay.slowest_call_seconds < 2 * LIMITS.call_seconds


def test_a_student_that_answers_more_than_it_was_asked_has_answered_the_next_call(line: Line) -> None:
    def eager(peer: Peer) -> None:
        for _ in range(2):
            peer.hear_message()
        for number in range(3):
            peer.say(Kind.ANSWER, b"%d" % number)
        answering(peer)

    checker = Checker(calls=3, together=2)
    relayed(line, checker, Students(line, eager))
    assert checker.heard == [(Kind.REPLY, b"%d" % number) for number in range(3)]


def test_what_comes_behind_an_answer_is_the_next_calls_fault(line: Line) -> None:
    def answers_and_then_nonsense(peer: Peer) -> None:
        for _ in range(2):
            peer.hear_message()
        peer.write(header(Kind.ANSWER, 5) + b"right" + b"\xff" * 9)
        silent(peer)

    checker = Checker(calls=2, together=2)
    relayed(line, checker, Students(line, answers_and_then_nonsense))
    assert checker.heard == [(Kind.REPLY, b"right"), (Kind.BROKEN, bytes([Broken.ERROR]))]
