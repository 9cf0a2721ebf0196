"""The relay between a checker and its students: who is blamed, within what bounds, and what is heard of neither."""

from __future__ import annotations

import time

import pytest

from gradatim_grader import engine
from gradatim_grader.errors import CheckerTrouble
from gradatim_grader.problem import Limits
from gradatim_grader.relay import ANSWERS_TOGETHER, FRESH_CONTAINERS, Relay
from gradatim_runner.frames import MAX_FRAME_BYTES, Broken, Kind, frames_of, header
from gradatim_runner.messages import Start, Task
from gradatim_runner.report import Verdict
from tests.grader.parts import LIMITS, Checker, Part, Students, answering, relayed, silent
from tests.grader.peers import STDERR, Line, Peer

ENOUGH = 100


@pytest.fixture(autouse=True)
def memory_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ran_out_of_memory", lambda _: False)


def test_calls_and_answers_are_handed_on_unread(line: Line) -> None:
    checker, students = Checker(calls=3, argument=b"\xff\x00raw"), Students(line, answering)
    relayed(line, checker, students)
    assert checker.heard == [(Kind.REPLY, b"answer to \xff\x00raw")] * 3
    assert (students.taken, len(students.kept)) == (1, 1)


def test_a_large_argument_and_a_large_answer_pass_in_frames(line: Line) -> None:
    def echo(peer: Peer) -> None:
        while (call := peer.hear_message()) is not None:
            for head, payload in frames_of(Kind.ANSWER, [call[1]]):
                peer.write(head + bytes(payload))

    argument = bytes(range(256)) * 3000
    checker = Checker(calls=1, argument=argument)
    relayed(line, checker, Students(line, echo), limits=Limits(call_seconds=30))
    assert checker.heard == [(Kind.REPLY, argument)]


class Enough(Exception):
    """Nobody wants the answer any more."""


def test_who_waits_for_a_slow_answer_may_end_it(line: Line) -> None:
    def enough() -> None:
        raise Enough

    students = Students(line, silent)
    relay = Relay(students, b"the source", Limits(call_seconds=60, total_seconds=60))
    checker = line.played(Checker(calls=1), name="checker")
    with pytest.raises(Enough):
        relay.run(checker, Start(Task.SUBMIT), lambda _: None, while_waiting=enough)
    assert (students.taken, students.kept) == (1, [])


def drips_an_answer(peer: Peer) -> None:
    peer.write(header(Kind.ANSWER, 1 << 16))
    while True:
        peer.write(b"x")
        time.sleep(0.01)


def drips_printed_text(peer: Peer) -> None:
    while True:
        peer.write(b"", stream=STDERR)
        time.sleep(0.01)


def never_reads(peer: Peer) -> None:
    time.sleep(3)


@pytest.mark.parametrize("part", [silent, drips_an_answer, drips_printed_text, never_reads])
def test_each_call_has_a_clock_that_no_talking_stops(line: Line, part: Part) -> None:
    checker = Checker(calls=1, argument=bytes(8 << 20))
    relayed(line, checker, Students(line, part))
    assert checker.broken() == [Broken.TIME_LIMIT]


def test_all_calls_together_have_a_clock(line: Line) -> None:
    def slow(peer: Peer) -> None:
        while peer.hear_message() is not None:
            time.sleep(0.1)
            peer.say(Kind.ANSWER, b"at last")

    checker = Checker(calls=20)
    relayed(line, checker, Students(line, slow), limits=Limits(call_seconds=2, load_seconds=2, total_seconds=1))
    assert checker.broken()
    assert set(checker.broken()) == {Broken.TOTAL_LIMIT}


def test_the_time_that_the_engine_takes_is_not_the_submissions(line: Line) -> None:
    checker = Checker(calls=2)
    limits = Limits(call_seconds=0.4, load_seconds=0.5, total_seconds=0.8)
    relayed(line, checker, Students(line, answering, delay_seconds=1.5), limits=limits)
    assert not checker.broken()


def test_the_time_until_a_checker_begins_is_not_the_submissions(line: Line) -> None:
    class Rehearsing(Checker):
        def __call__(self, peer: Peer) -> None:
            time.sleep(1.5)
            super().__call__(peer)

    checker = Rehearsing(calls=2)
    relayed(line, checker, Students(line, answering), limits=Limits(call_seconds=0.4, total_seconds=0.8))
    assert not checker.broken()


def test_an_answer_has_a_byte_budget(line: Line) -> None:
    def huge(peer: Peer) -> None:
        peer.hear_message()
        while True:
            peer.say(Kind.ANSWER, bytes(MAX_FRAME_BYTES), more=True)

    checker = Checker(calls=1)
    relayed(line, checker, Students(line, huge), limits=Limits(call_seconds=30, answer_mib=1))
    assert checker.broken() == [Broken.ANSWER_LIMIT]


def test_all_answers_together_have_a_byte_budget(line: Line) -> None:
    def large(peer: Peer) -> None:
        while peer.hear_message() is not None:
            for number in range(8):
                peer.say(Kind.ANSWER, bytes(MAX_FRAME_BYTES), more=number < 7)

    checker = Checker(calls=ENOUGH)
    relayed(line, checker, Students(line, large), limits=Limits(call_seconds=30, total_seconds=100, answer_mib=1))
    passed = sum(len(payload) for kind, payload in checker.heard if kind == Kind.REPLY)
    assert passed <= ANSWERS_TOGETHER << 20
    assert Broken.ANSWER_LIMIT in checker.broken()


def test_printed_text_has_a_byte_budget_over_all_calls_and_both_streams(line: Line) -> None:
    def printing(peer: Peer) -> None:
        while peer.hear_message() is not None:
            peer.say(Kind.STDOUT, b"o" * 300)
            peer.write(b"e" * 300, stream=STDERR)
            peer.say(Kind.ANSWER)

    checker = Checker(calls=3)
    relay, _ = relayed(line, checker, Students(line, printing))
    assert checker.broken()[0] == Broken.OUTPUT_LIMIT
    assert len(relay.printed.text(Kind.STDOUT)) + len(relay.printed.text(Kind.STDERR)) == 1024
    assert relay.printed.truncated


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(header(Kind.REPORT, 1) + b"\x80", id="a report"),
        pytest.param(header(Kind.FAULT, 1) + b"x", id="a fault of the checker"),
        pytest.param(header(Kind.BROKEN, 1) + b"\x04", id="a reason of its own"),
        pytest.param(header(Kind.LOADED, 0), id="that it is loaded, again"),
        pytest.param(header(Kind.ANSWER, 0, more=True), id="an empty part of an answer"),
        pytest.param(b"\xff" * 9, id="no frame"),
    ],
)
def test_who_speaks_out_of_turn_is_in_error(line: Line, said: bytes) -> None:
    def out_of_turn(peer: Peer) -> None:
        peer.hear_message()
        peer.write(said)
        peer.is_shut()

    checker = Checker(calls=1)
    _, report = relayed(line, checker, Students(line, out_of_turn))
    assert checker.broken() == [Broken.ERROR]
    assert report.problem == "p"


def leaves(peer: Peer) -> None:
    peer.hear_message()
    peer.close()


def test_who_leaves_without_an_answer_is_in_error(line: Line) -> None:
    checker = Checker(calls=1)
    relayed(line, checker, Students(line, leaves))
    assert checker.broken() == [Broken.ERROR]


def test_the_engines_flag_decides_where_no_answer_came(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ran_out_of_memory", lambda _: True)
    checker = Checker(calls=1)
    relayed(line, checker, Students(line, leaves))
    assert checker.broken() == [Broken.MEMORY_LIMIT]


def test_the_hosts_deadline_goes_before_the_engines_flag(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ran_out_of_memory", lambda _: True)
    checker = Checker(calls=1)
    relayed(line, checker, Students(line, silent))
    assert checker.broken() == [Broken.TIME_LIMIT]


def test_the_byte_count_goes_before_the_engines_flag(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ran_out_of_memory", lambda _: True)

    def printing(peer: Peer) -> None:
        peer.hear_message()
        peer.say(Kind.STDOUT, bytes(2000))
        peer.close()

    checker = Checker(calls=1)
    relayed(line, checker, Students(line, printing))
    assert checker.broken() == [Broken.OUTPUT_LIMIT]


def test_a_call_that_breaks_costs_a_container_and_there_are_four(line: Line) -> None:
    checker, students = Checker(calls=6), Students(line, leaves)
    relayed(line, checker, students)
    assert students.taken == FRESH_CONTAINERS + 1
    assert checker.broken() == [Broken.ERROR] * 4 + [Broken.NONE_LEFT] * 2


def test_what_is_printed_once_hidden_calls_have_begun_is_counted_and_never_kept(line: Line) -> None:
    def printing(peer: Peer) -> None:
        while peer.hear_message() is not None:
            peer.say(Kind.STDOUT, b"seen")
            peer.say(Kind.ANSWER)

    checker = Checker(calls=2, kind=Kind.CALL_HIDDEN)
    relay, _ = relayed(line, checker, Students(line, printing))
    assert relay.printed.text(Kind.STDOUT) == ""
    assert not relay.printed.truncated


def test_what_a_student_says_after_the_report_changes_nothing(line: Line) -> None:
    def talkative(peer: Peer) -> None:
        peer.hear_message()
        peer.say(Kind.ANSWER, b"once")
        while True:
            peer.say(Kind.ANSWER, b"again")
            peer.write(b"late" * 100, stream=STDERR)

    checker = Checker(calls=1)
    relay, report = relayed(line, checker, Students(line, talkative))
    assert report.verdict is Verdict.PASSED
    assert checker.heard == [(Kind.REPLY, b"once")]
    assert relay.printed.text(Kind.STDERR) == ""


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(header(Kind.REPORT, 3) + b"\xc1\xc1\xc1", id="a report that is none"),
        pytest.param(header(Kind.RESULT, 1) + b"\x90", id="a result that is none"),
        pytest.param(header(Kind.FAULT, 6) + b"broken", id="a fault"),
        pytest.param(b"\xff" * 9, id="no frame"),
    ],
)
def test_a_checker_that_does_not_work_is_our_trouble(line: Line, said: bytes) -> None:
    def faulty(peer: Peer) -> None:
        peer.hear_message()
        peer.write(said)
        peer.is_shut()

    relay = Relay(Students(line, answering), b"the source", LIMITS)
    with pytest.raises(CheckerTrouble):
        relay.run(line.played(faulty, name="checker"), Start(Task.SUBMIT), lambda _: None)
