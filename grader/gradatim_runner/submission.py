"""`from submission import f` in a test: a proxy whose calls are answered by the student's container.

Lives in the checker. A call gives a plain value, raises what the learner's code raised, or raises `CallBroken` where
there is no answer. Whatever comes back is untrusted: it is decoded strictly, and what cannot be decoded is a wrong
answer.
"""

from __future__ import annotations

import types
from typing import Any, Protocol

import msgspec
import numpy as np

from gradatim_runner import values
from gradatim_runner.faults import BUILTIN_EXCEPTIONS
from gradatim_runner.frames import Broken, Kind
from gradatim_runner.messages import AnswerHead, CallHead, Raised, pack, unpack_answer
from gradatim_runner.report import Outcome
from gradatim_runner.values import Foreign, WireError
from gradatim_runner.words import checked_head

MAX_RECORDED_BYTES = 64 << 20
MAX_RECORDED_CALLS = 500
NOT_OURS_TO_RAISE = (StopIteration, StopAsyncIteration, UnicodeDecodeError, UnicodeEncodeError)


class CallBroken(BaseException):
    """There is no answer to a call. No `Exception`, so that no test takes it for one of the learner's."""

    def __init__(self, reason: Broken) -> None:
        super().__init__(reason.name)
        self.reason = reason


class LearnerRaised(Exception):
    """The learner's function raised. Tests see it as its built-in type too, so that `pytest.raises` works."""

    raised: Raised


class Recorded(msgspec.Struct, frozen=True):
    """One call and its answer, as they went over the wire; `raised` is the built-in type's name, or ""."""

    function: str
    arguments: bytes
    answer: bytes
    raised: str | None = None


class Wire(Protocol):
    """How the proxy reaches the student."""

    def ask(self, kind: Kind, parts: list[bytes | memoryview]) -> tuple[int, bytearray]: ...


class Exchange:
    """The calls of one submission: asks, decodes, and remembers for the naming of mistakes."""

    def __init__(self, wire: Wire, *, answer_bytes: int, lines: int) -> None:
        self._wire, self._answer_bytes, self._lines = wire, answer_bytes, lines
        self.visible = True  # of the test that is running
        self.broken: Broken | None = None  # in the test that is running
        self.last_answer: Any = ...
        self.changed_arguments = False  # whether a call of the running test did
        self.keeps_arguments = False  # whether the test is to see its own as they were
        self.complete = True  # whether every call of the submission was recorded with an answer
        self.recorded: list[Recorded] = []
        self._recorded_bytes = 0

    def open(self) -> AnswerHead:
        """How loading the source went. Raises CallBroken."""
        return self._ask(pack(CallHead("", self._answer_bytes)))[0]

    def call(self, function: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The learner's answer to one call.

        Raises:
            TypeError: an argument is no plain value; the test's fault.
            LearnerRaised: the function raised; also an instance of the built-in type where it was one.
            CallBroken: there is no answer.
        """
        arguments = _encoded_arguments(function, args, kwargs)
        head, rest = self._ask(pack(CallHead(function, self._answer_bytes), *arguments))
        raised = head.raised or head.load_raised
        if head.bad_syntax or raised:
            name = raised.type_name if raised and raised.builtin else "?"
            self._record(Recorded(function, b"".join(arguments), b"", name))
            self.last_answer = ...
            raise _exception(raised or Raised("SyntaxError", True, "", None))
        answer = self._value(rest)
        if isinstance(answer, tuple) and len(answer) == 2:
            self.changed_arguments = True
            if not self.keeps_arguments:
                _write_back(args, kwargs, answer[1])
        result = answer[0] if isinstance(answer, tuple) and answer else Foreign("", "an answer that cannot be read")
        recorded = b"".join(values.encode(result, limit_bytes=self._answer_bytes))
        self._record(Recorded(function, b"".join(arguments), recorded))
        self.last_answer = result
        return result

    def _ask(self, parts: list[bytes | memoryview]) -> tuple[AnswerHead, bytearray]:
        if self.broken is not None:
            raise CallBroken(self.broken)
        try:
            kind, message = self._wire.ask(Kind.CALL_VISIBLE if self.visible else Kind.CALL_HIDDEN, parts)
        except MemoryError:
            self.complete = False
            raise
        if kind == Kind.BROKEN:
            self.broken, self.complete = Broken(message[0]), False
            raise CallBroken(self.broken)
        try:
            head, rest = unpack_answer(message)
        except WireError:
            self.broken, self.complete = Broken.ERROR, False
            raise CallBroken(self.broken) from None
        return checked_head(head, lines=self._lines), rest

    def _value(self, rest: bytearray) -> Any:
        try:
            return values.decode(rest, limit_bytes=2 * self._answer_bytes)
        except WireError:
            return (Foreign("", "an answer that cannot be read"),)

    def _record(self, call: Recorded) -> None:
        size = len(call.arguments) + len(call.answer)
        if self._recorded_bytes + size > MAX_RECORDED_BYTES or len(self.recorded) >= MAX_RECORDED_CALLS:
            return  # enough is known by then; what is recorded stays exact
        self._recorded_bytes += size
        self.recorded.append(call)


class Function:
    """Stands for one function of the submission."""

    def __init__(self, name: str, module: SubmissionModule) -> None:
        self.__name__ = self.__qualname__ = name
        self._module = module

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        exchange = self._module.exchange
        if exchange is None:
            raise RuntimeError(f"{self.__name__} was called while the tests were collected; call it inside a test")
        return exchange.call(self.__name__, args, kwargs)


class SubmissionModule(types.ModuleType):
    """The module `submission`: every public name is a function of the learner's."""

    exchange: Exchange | None = None

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_"):
            raise AttributeError(name)
        return Function(name, self)


def outcome_of(reason: Broken) -> Outcome:
    """The outcome of the test in which a call broke."""
    return _OUTCOMES[reason]


_OUTCOMES = {
    Broken.ERROR: Outcome.ERROR,
    Broken.TIME_LIMIT: Outcome.TIME_LIMIT,
    Broken.TOTAL_LIMIT: Outcome.TIME_LIMIT,
    Broken.LOAD_LIMIT: Outcome.TIME_LIMIT,
    Broken.MEMORY_LIMIT: Outcome.MEMORY_LIMIT,
    Broken.OUTPUT_LIMIT: Outcome.OUTPUT_LIMIT,
    Broken.ANSWER_LIMIT: Outcome.OUTPUT_LIMIT,
    Broken.NONE_LEFT: Outcome.NOT_RUN,
}


def _encoded_arguments(function: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[bytes | memoryview]:
    try:
        return values.Encoder(limit_bytes=MAX_RECORDED_BYTES).parts([list(map(_plain, args)), kwargs])
    except values.TooLarge as error:
        raise TypeError(f"the arguments of {function} cannot be sent: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray) and type(value) is not np.ndarray:
        raise TypeError(f"an argument is a {type(value).__name__}; tests pass plain values only")
    return value


def _exception(raised: Raised) -> LearnerRaised:
    kind = BUILTIN_EXCEPTIONS.get(raised.type_name) if raised.builtin else None
    made: LearnerRaised
    if kind is None or not issubclass(kind, Exception) or kind in NOT_OURS_TO_RAISE:
        made = LearnerRaised(raised.message)
    else:
        try:
            made = type(raised.type_name, (LearnerRaised, kind), {})(raised.message)
        except TypeError:  # a type whose layout or arguments do not fit
            made = LearnerRaised(raised.message)
    made.raised = raised
    return made


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
