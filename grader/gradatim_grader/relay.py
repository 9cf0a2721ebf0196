"""Grading one submission between a checker and its students: relays opaque frames and keeps the clock.

Never decodes what a student says, and of the checker's words only results, the report and how many calls belong
together. Containers speak by turns, so one thread serves both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TypeVar

import msgspec

from gradatim_grader.container import Container, Frame, Gone, Silence
from gradatim_grader.errors import CheckerTrouble
from gradatim_grader.printed import Printed
from gradatim_grader.problem import Limits
from gradatim_grader.stages import Stage, Stages
from gradatim_grader.students import Students
from gradatim_runner.frames import HELD_SECONDS, Broken, Kind
from gradatim_runner.messages import Start
from gradatim_runner.report import Report, TestResult

FRESH_CONTAINERS = 3  # after the first: each test that ends its container costs one
CHECKER_SECONDS = 10.0  # beyond the total limit, for the checker's own work: comparing and naming
MAX_REPORT_BYTES = 4 << 20
LOOK_SECONDS = 0.5  # in which a slow student's caller is asked again whether the answer is still wanted
ANSWERS_TOGETHER = 32  # all answers of a submission may be this many times as large as one
MIB = 1 << 20

Decoded = TypeVar("Decoded", Report, TestResult)


class Overtime(Exception):
    """The checker was still busy long after the submission's total limit."""


class Relay:
    """One submission: at most one student at a time, replaced where a call broke it."""

    def __init__(self, students: Students, source: bytes, limits: Limits) -> None:
        self._students, self._source, self._limits = students, source, limits
        self._student: Container | None = None
        self._loaded = False
        self._taken = 0
        self._answered_bytes = 0
        self._started = 0.0
        self._while_waiting = nothing
        self.stages = Stages()
        self._checker_is_at = Stage.FORK  # until it says something
        self.printed = Printed(limit_bytes=limits.output_kib << 10)
        self.results: list[TestResult] = []
        self.load_seconds = self.slowest_call_seconds = self.total_seconds = 0.0

    def run(
        self,
        checker: Container,
        start: Start,
        tell: Callable[[TestResult], None],
        *,
        while_waiting: Callable[[], None] | None = None,
    ) -> Report:
        """Grade, once; `tell` hears of each test that ended.

        `while_waiting` is called now and again while a student takes its time. What it or `tell` raises ends the
        grading.

        Raises:
            EngineTrouble: there was no container to be had.
            CheckerTrouble: the checker is gone or reports a fault of its own.
            Overtime: see there.
        """
        self._checker, self._started = checker, time.monotonic()
        self._while_waiting = while_waiting or nothing
        try:
            self._send_to_checker(Kind.START, msgspec.msgpack.encode(start))
            self._renew()
            report = self._serve(tell)
            if self._student is not None and self._loaded:
                self._students.done(self._student)
                self._student = None
            return report
        finally:
            self.total_seconds = time.monotonic() - self._started
            self._drop()

    def _serve(self, tell: Callable[[TestResult], None]) -> Report:
        message, count = bytearray(), 1
        while True:
            frame = self._from_checker()
            if frame.kind in (Kind.CALL_VISIBLE, Kind.CALL_HIDDEN):
                self._call(frame, count)
                count = 1
                continue
            if frame.kind == Kind.SEVERAL:
                count = int.from_bytes(frame.payload, "little") or 1
                continue
            message += frame.payload
            if len(message) > MAX_REPORT_BYTES:
                raise CheckerTrouble("the checker's report is too long")
            if frame.more:
                continue
            if frame.kind == Kind.REPORT:
                return _decoded(message, Report)
            if frame.kind == Kind.RESULT:
                self.results.append(_decoded(message, TestResult))
                tell(self.results[-1])
            elif frame.kind == Kind.FAULT:
                raise CheckerTrouble(message.decode(errors="replace"))
            message.clear()

    def _call(self, first: Frame, count: int) -> None:
        """Hand over `count` calls that belong together, all to the student first, then its answers to the checker."""
        if first.kind == Kind.CALL_HIDDEN:
            self.printed.keeping = False
        broken = self._ready()
        began = self.stages.turn(Stage.ANSWERS)
        allowed = self._limits.call_seconds + (HELD_SECONDS if count > 1 else 0)
        deadline = min(began + allowed, self._total_deadline())
        frame, left = first, count
        while True:
            left -= not frame.more
            if broken is None:
                hold = bool(left) and self._checker.has_frame()
                broken = self._guarded(partial(self._live.pass_on, Kind.CALL, frame, deadline=deadline, hold=hold))
            if not left:
                break
            frame = self._from_checker()
            self.stages.turn(Stage.ANSWERS)
        for left in reversed(range(count)):
            if broken is None:
                broken = self._guarded(partial(self._answer, deadline, is_last=not left))
            ended = time.monotonic()
            self.slowest_call_seconds = max(self.slowest_call_seconds, ended - began)
            began, deadline = ended, min(ended + allowed, self._total_deadline())
        if broken is not None:
            self._drop()
            self._send_to_checker(Kind.BROKEN, bytes([broken]))

    def _answer(self, deadline: float, *, is_last: bool) -> Broken | None:
        size = 0
        while True:
            frame = self._from_student(deadline)
            if frame.kind in (Kind.STDOUT, Kind.STDERR):
                if self._prints_too_much(frame):
                    return Broken.OUTPUT_LIMIT
                continue
            if frame.kind != Kind.ANSWER or (frame.more and not frame.payload):
                raise Gone("it spoke out of turn, or says nothing without end")
            size += len(frame.payload)
            self._answered_bytes += len(frame.payload)
            most = self._limits.answer_mib * MIB
            if size > 2 * most + MIB or self._answered_bytes > ANSWERS_TOGETHER * most:
                return Broken.ANSWER_LIMIT  # twice: the value, and the arguments where they changed
            self._pass_answer(frame, hold=(frame.more or not is_last) and self._live.has_frame())
            if not frame.more:
                return None

    def _pass_answer(self, frame: Frame, *, hold: bool) -> None:
        try:
            self._checker.pass_on(Kind.REPLY, frame, deadline=self._checker_deadline(), hold=hold)
        except Silence:
            raise Overtime from None
        except Gone as error:
            raise CheckerTrouble(f"the checker does not take an answer: {error}") from None

    def _prints_too_much(self, frame: Frame) -> bool:
        self.printed.add(frame.kind, frame.payload)
        return self.printed.truncated

    def _ready(self) -> Broken | None:
        """See that there is a student that has executed the source."""
        if time.monotonic() > self._total_deadline():
            return Broken.TOTAL_LIMIT
        if self._student is None:
            if self._taken > FRESH_CONTAINERS:
                return Broken.NONE_LEFT
            self._renew()
        if self._loaded:
            return None
        began = self.stages.turn(Stage.LOAD)
        deadline = min(began + self._limits.load_seconds, self._total_deadline())
        broken = self._guarded(lambda: self._load(deadline), late=Broken.LOAD_LIMIT)
        self._loaded = broken is None
        self.load_seconds = time.monotonic() - began
        return broken

    def _load(self, deadline: float) -> Broken | None:
        while True:
            frame = self._from_student(deadline)
            if frame.kind in (Kind.STDOUT, Kind.STDERR):
                if self._prints_too_much(frame):
                    return Broken.OUTPUT_LIMIT
            elif frame.kind == Kind.LOADED:
                return None
            else:
                raise Gone("it spoke out of turn")  # of a kept one also where its child has ended

    def _guarded(self, step: Callable[[], Broken | None], *, late: Broken = Broken.TIME_LIMIT) -> Broken | None:
        """Whom to blame, in this order: the host's deadline, its byte count, the engine's memory flag, the code."""
        try:
            return step()
        except Silence:
            return Broken.TOTAL_LIMIT if time.monotonic() >= self._total_deadline() else late
        except Gone:
            if self.printed.truncated:
                return Broken.OUTPUT_LIMIT
            with self._clock_stopped():
                return Broken.MEMORY_LIMIT if self._live.ran_out_of_memory() else Broken.ERROR

    def _renew(self) -> None:
        self.stages.turn(Stage.STUDENT)
        with self._clock_stopped():
            self._student = self._students.take()
        self.stages.turn(Stage.HOST)
        self._taken += 1
        self._loaded = False
        self._guarded(self._send_source)  # one that is gone at once is noticed when it is asked

    @property
    def _live(self) -> Container:
        if self._student is None:
            raise RuntimeError("a call was handed on without a student")
        return self._student

    def _send_source(self) -> None:
        self._live.send(Kind.SOURCE, self._source, deadline=time.monotonic() + self._limits.load_seconds)

    def _drop(self) -> None:
        if self._student is not None:
            self._students.discard(self._student)
        self._student = None

    def _from_student(self, deadline: float) -> Frame:
        while True:
            try:
                frame = self._live.receive(deadline=min(deadline, time.monotonic() + LOOK_SECONDS))
            except Silence:
                if time.monotonic() >= deadline:
                    raise
                self._while_waiting()
                continue
            if time.monotonic() > deadline:  # a student that never stops talking is as late as a silent one
                raise Silence
            return frame

    def _from_checker(self) -> Frame:
        self.stages.turn(self._checker_is_at)
        begins = self._checker_is_at is Stage.FORK  # it may be rehearsing, which takes as long as the tests do
        try:
            with self._clock_stopped() if begins else nullcontext():
                frame = self._checker.receive(deadline=self._checker_deadline())
                while frame.kind == Kind.STDERR:  # what tests print is nobody's business
                    frame = self._checker.receive(deadline=self._checker_deadline())
        except Silence:
            raise Overtime from None
        except Gone as error:
            raise CheckerTrouble(f"the checker is gone: {error}") from None
        self.stages.turn(Stage.HOST, was=Stage.NAMING if frame.kind == Kind.REPORT else None)
        self._checker_is_at = Stage.TESTS
        return frame

    def _send_to_checker(self, kind: Kind, payload: bytes) -> None:
        try:
            self._checker.send(kind, payload, deadline=self._checker_deadline())
        except (Gone, Silence) as error:
            raise CheckerTrouble(f"the checker does not listen: {error}") from None

    @contextmanager
    def _clock_stopped(self) -> Iterator[None]:
        """The engine's time is not the submission's, nor a checker's before it begins: neither is slow code."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._started += time.monotonic() - began

    def _total_deadline(self) -> float:
        return self._started + self._limits.total_seconds

    def _checker_deadline(self) -> float:
        return self._total_deadline() + CHECKER_SECONDS


def nothing() -> None:
    """For whoever has nothing to do while a student takes its time."""


def _decoded(message: bytearray, kind: type[Decoded]) -> Decoded:
    try:
        return msgspec.msgpack.decode(message, type=kind)
    except msgspec.MsgspecError as error:
        raise CheckerTrouble(f"the checker's {kind.__name__} cannot be read: {error}") from None
