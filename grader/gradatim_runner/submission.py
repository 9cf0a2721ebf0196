"""The calls of one submission: what tests ask through the proxies of `gradatim_runner.proxy`, and what comes back.

Lives in the checker. A call gives a plain value, raises what the learner's code raised, or raises `CallBroken` where
there is no answer. Whatever comes back is untrusted: it is decoded strictly, and what cannot be decoded is a wrong
answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

import msgspec
import numpy as np

from gradatim_runner import values
from gradatim_runner.ahead import Ahead, FirstAsked, Group, group_of, groups_of
from gradatim_runner.frames import Broken, Kind
from gradatim_runner.messages import UNMADE, AnswerHead, CallHead, Raised, pack, unpack_answer
from gradatim_runner.objects import LearnersObject
from gradatim_runner.unanswered import CallBroken, exception_for
from gradatim_runner.values import Foreign, WireError
from gradatim_runner.wire import Reply, Wire, most_together
from gradatim_runner.words import checked_head

MAX_RECORDED_BYTES = 64 << 20
MAX_RECORDED_CALLS = 500
MAX_OBJECTS = 1000  # of the submission's classes that a test may hold at once


class Recorded(msgspec.Struct, frozen=True):
    """One call and its answer, as they went over the wire; `raised` is the built-in type's name, or "".

    `object`: the number of the object that was made, or whose method was called or attribute read; 0 for none.
    """

    function: str
    arguments: bytes
    answer: bytes
    raised: str | None = None
    object: int = 0
    makes: bool = False
    reads: bool = False


class Exchange:
    """The calls of one submission: asks, decodes, and remembers for the naming of mistakes."""

    def __init__(self, wire: Wire, *, answer_bytes: int, lines: int) -> None:
        self._wire, self.answer_bytes, self._lines = wire, answer_bytes, lines
        self._ahead = Ahead()
        self.visible = True  # of the test that is running
        self.broken: Broken | None = None  # in the test that is running
        self.last_answer: Any = ...
        self.changed_arguments = False  # whether a call of the running test did
        self.keeps_arguments = False  # whether the test is to see its own as they were
        self.first_asked: Group | None = None  # by the running test; None where it cannot be asked ahead
        self.journeys = 0  # of the running test
        self.seconds_ahead = 0.0  # that the running test's calls took before it began
        self.complete = True  # whether every call of the submission was recorded with an answer
        self.recorded: list[Recorded] = []
        self._recorded_bytes = 0
        self._objects, self._made = set[int](), 0
        self._forget: list[int] = []
        self._unknown: set[int] = set()  # objects of which some call was not recorded

    def open(self) -> AnswerHead:
        """How loading the source went. Raises CallBroken."""
        [reply] = self._ask([(CallHead("", self.answer_bytes), b"")])
        return self._unpacked(reply)[0]

    def begin_test(self, *, visible: bool) -> None:
        """What is asked from now on belongs to the next test."""
        self.visible, self.broken, self.last_answer = visible, None, ...
        self.changed_arguments = self.keeps_arguments = False
        self.first_asked, self.journeys, self.seconds_ahead = None, 0, 0.0

    def look_ahead(self, coming: Iterable[FirstAsked | None]) -> None:
        """Ask at once what this test and those behind it ask first, as far as it is known; see `ahead`."""
        if not self._ahead.is_open:
            return
        groups = groups_of(coming, most=most_together(self.answer_bytes))
        if len(groups) < 2:
            return
        asked = [
            (CallHead(call.function, self.answer_bytes, anew=not number), call.arguments)
            for group in groups
            for number, call in enumerate(group)
        ]
        try:
            replies = self._journey(asked)
        except MemoryError:  # one by one they may fit
            self._ahead.give_up()
            return
        made = list(takewhile(lambda reply: reply.message != UNMADE, replies))
        if len(made) < len(replies):  # code that is slow, or changes its arguments, is asked test by test
            self._ahead.give_up()
        self._ahead.put(groups, made)

    def call(self, function: str, args: tuple[Any, ...], kwargs: dict[str, Any], *, of: int = 0) -> Any:
        """The learner's answer to one call, of a function or of an object's method.

        Raises:
            TypeError: an argument is no plain value; the test's fault.
            LearnerRaised: the function raised; also an instance of the built-in type where it was one.
            CallBroken: there is no answer.
        """
        head = CallHead(function, self.answer_bytes, of=of, forget=self._forgotten())
        return self._called(head, args, kwargs)

    def call_each(self, function: str, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The learner's answers to several calls: as one after the other would give them, but asked at once.

        Raises:
            As `call` does. The calls behind one that raised, or has no answer, are not made.
        """
        results: list[Any] = []
        encoded = [_encoded_arguments(function, args, {}) for args in calls]  # before the first can change any
        most = most_together(self.answer_bytes)
        for start in range(0, len(calls), most):
            together = slice(start, start + most)
            asked = [
                (CallHead(function, self.answer_bytes, forget=self._forgotten()), each) for each in encoded[together]
            ]
            replies = self._ask(asked)
            for (head, arguments), args, reply in zip(asked, calls[together], replies, strict=False):
                results.append(self._taken(head, args, {}, arguments, reply))
        if any(result is None for result in results):
            self.last_answer = None  # of several, the one that explains the others
        return results

    def read(self, name: str, *, of: int) -> Any:
        """The value of an object's attribute. Raises LearnerRaised, CallBroken."""
        return self._called(CallHead(name, self.answer_bytes, of=of, reads=True, forget=self._forgotten()), (), {})

    def make(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
        """Have an object made by a class of the submission; its number. Raises as `call` does, and RuntimeError."""
        if len(self._objects) - len(self._forget) >= MAX_OBJECTS:
            raise RuntimeError(f"a test may hold {MAX_OBJECTS} objects of the submission at once, and no more")
        self._made += 1
        number = self._made
        self._called(CallHead(name, self.answer_bytes, keep_as=number, forget=self._forgotten()), args, kwargs)
        self._objects.add(number)
        return number

    def forget(self, number: int) -> None:
        """Nobody holds this object any more; the student hears of it with the next call."""
        self._forget.append(number)

    def _forgotten(self) -> list[int]:
        forgotten, self._forget = self._forget, []
        self._objects.difference_update(forgotten)
        return forgotten

    def _called(self, asked: CallHead, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        arguments = _encoded_arguments(asked.function, args, kwargs)
        [reply] = self._ask([(asked, arguments)])
        return self._taken(asked, args, kwargs, arguments, reply)

    def _taken(
        self, asked: CallHead, args: tuple[Any, ...], kwargs: dict[str, Any], arguments: bytes, reply: Reply
    ) -> Any:
        """What the test gets for one call; remembers it. Raises LearnerRaised, CallBroken."""
        head, rest = self._unpacked(reply)
        recorded = Recorded(
            asked.function,
            arguments,
            b"",
            object=asked.of or asked.keep_as,
            makes=bool(asked.keep_as),
            reads=asked.reads,
        )
        raised = head.raised or head.load_raised
        if head.bad_syntax or raised:
            name = raised.type_name if raised and raised.builtin else "?"
            self._record(msgspec.structs.replace(recorded, raised=name))
            self.last_answer = ...
            raise exception_for(raised or Raised("SyntaxError", True, "", None))
        answer = self._value(rest)
        if isinstance(answer, tuple) and len(answer) == 2:
            self.changed_arguments = True
            if not self.keeps_arguments:
                _write_back(args, kwargs, answer[1])
        result = answer[0] if isinstance(answer, tuple) and answer else Foreign("", "an answer that cannot be read")
        encoded = b"".join(values.encode(result, limit_bytes=self.answer_bytes))
        self._record(msgspec.structs.replace(recorded, answer=encoded))
        self.last_answer = ... if asked.keep_as else result
        return result

    def _ask(self, asked: list[tuple[CallHead, bytes]]) -> list[Reply]:
        """The replies to calls that belong together: behind one that raises the others are not made."""
        if self.broken is not None:
            raise CallBroken(self.broken)
        group = group_of(asked)
        self.journeys += 1
        if self.journeys == 1:
            self.first_asked = group
        if here := self._ahead.take(group):
            self.seconds_ahead = sum(reply.seconds for reply in here)
            return here
        try:
            return self._journey(asked)
        except MemoryError:
            self.complete = False
            raise

    def _journey(self, asked: list[tuple[CallHead, bytes]]) -> list[Reply]:
        """All calls in one message to the student's container, and what came back."""
        calls = [
            pack(msgspec.structs.replace(head, rest=rest), arguments)
            for (head, arguments), rest in zip(asked, reversed(range(len(asked))), strict=True)
        ]
        return self._wire.ask(Kind.CALL_VISIBLE if self.visible else Kind.CALL_HIDDEN, calls)

    def _unpacked(self, reply: Reply) -> tuple[AnswerHead, bytearray]:
        if reply.kind == Kind.BROKEN:
            self.broken, self.complete = Broken(reply.message[0]), False
            raise CallBroken(self.broken)
        try:
            head, rest = unpack_answer(reply.message)
        except WireError:
            self.broken, self.complete = Broken.ERROR, False
            raise CallBroken(self.broken) from None
        return checked_head(head, lines=self._lines), rest

    def _value(self, rest: bytearray) -> Any:
        try:
            return values.decode(rest, limit_bytes=2 * self.answer_bytes)
        except WireError:
            return (Foreign("", "an answer that cannot be read"),)

    def _record(self, call: Recorded) -> None:
        size = len(call.arguments) + len(call.answer)
        full = self._recorded_bytes + size > MAX_RECORDED_BYTES or len(self.recorded) >= MAX_RECORDED_CALLS
        if full or call.object in self._unknown:
            self._unknown |= {call.object} - {0}  # what it does from now on depends on a call that nobody remembers
            return  # enough is known by then; what is recorded stays exact
        self._recorded_bytes += size
        self.recorded.append(call)


def _encoded_arguments(function: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    try:
        named = {name: _plain(value) for name, value in kwargs.items()}
        return b"".join(values.Encoder(limit_bytes=MAX_RECORDED_BYTES).parts([list(map(_plain, args)), named]))
    except values.TooLarge as error:
        raise TypeError(f"the arguments of {function} cannot be sent: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, LearnersObject):
        raise TypeError(f"an argument is an object of {type(value).__name__}; tests pass plain values only")
    if isinstance(value, np.ndarray) and type(value) is not np.ndarray:
        raise TypeError(f"an argument is a {type(value).__name__}; tests pass plain values only")
    return value


def _write_back(args: tuple[Any, ...], kwargs: dict[str, Any], after: Any) -> None:
    """Show the test what the function did to its arguments, as a call in the same process would."""
    if not (isinstance(after, list) and len(after) == 2 and isinstance(after[0], list) and isinstance(after[1], dict)):
        return
    pairs = list(zip(args, after[0], strict=False))
    pairs += [(value, after[1].get(name)) for name, value in kwargs.items()]
    for mine, theirs in pairs:
        if type(mine) is not type(theirs):
            continue
        if isinstance(mine, np.ndarray) and mine.shape == theirs.shape and mine.dtype == theirs.dtype:
            mine[...] = theirs
        elif isinstance(mine, list):
            mine[:] = theirs
        elif isinstance(mine, dict):
            mine.clear()
            mine.update(theirs)
