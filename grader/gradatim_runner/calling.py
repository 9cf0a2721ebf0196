"""One call that a learner asks for: their function's answer and, where the problem allows it, the reference's.

Runs in a checker's child, beside tests that the learner must not see: the arguments meet nothing but the learner's
function and the reference, and what comes back is shown as every answer of a visible test.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from typing import Any

import msgspec
import numpy as np

from gradatim_runner import sentences, values
from gradatim_runner.difference import described, difference, preview
from gradatim_runner.grading import refusal
from gradatim_runner.messages import CallMessage, ProblemMessage
from gradatim_runner.outcomes import RETURNED_NONE
from gradatim_runner.report import CallAnswer, Report, ShownValue, Verdict
from gradatim_runner.submission import Exchange
from gradatim_runner.unanswered import CallBroken, LearnerRaised, outcome_of
from gradatim_runner.values import Foreign
from gradatim_runner.wire import Wire
from gradatim_runner.words import checked

RTOL, ATOL = 1e-7, 1e-9  # as in assert_matches where a test says nothing else
MAX_SHOWN_CHARS = 4000
ARGUMENT_BYTES = 1 << 20


class Reference(msgspec.Struct, frozen=True):
    """What the reference gives: the bytes of a value, or the name of what it raised. Neither where it gave nothing."""

    answer: bytes = b""
    raised: str = ""


def called(problem: ProblemMessage, wire: Wire, call: CallMessage, *, lines: int) -> Report:
    """The report of one call; it has no tests, and its verdict is about this call alone."""
    began = time.monotonic()
    exchange = Exchange(wire, answer_bytes=problem.answer_bytes, lines=lines)
    refused = refusal(exchange, problem, asked_for=[call.function])
    if refused is None and isinstance(getattr(sys.modules["solution"], call.function, None), type):
        refused = Verdict.ERROR, sentences.OBJECTS, None
    if refused is not None:
        verdict, sentence, line = refused
        answer = CallAnswer(call.text)
    else:
        verdict, sentence, line, answer = _answered(problem, exchange, call)
    return Report(
        problem=problem.slug,
        version=problem.digest,
        verdict=verdict,
        sentence=sentence,
        line=line,
        duration_ms=round((time.monotonic() - began) * 1e3, 3),
        call=answer,
    )


def _answered(
    problem: ProblemMessage, exchange: Exchange, call: CallMessage
) -> tuple[Verdict, str, int | None, CallAnswer]:
    args, kwargs = values.decode(bytearray(call.arguments), limit_bytes=ARGUMENT_BYTES)
    try:
        got = exchange.call(call.function, tuple(args), kwargs)
    except CallBroken as error:
        verdict = Verdict(outcome_of(error.reason).value)
        return verdict, sentences.broken(error.reason, problem) + ".", None, CallAnswer(call.text)
    except LearnerRaised as error:
        fault = error.raised
        name = fault.type_name if fault.builtin else ""
        reference = _reference(problem, call) if call.show_expected else Reference()
        said = sentences.raised(fault, hidden=False)
        if name and name == reference.raised:
            return Verdict.PASSED, f"{said}. So does the reference.", fault.line, CallAnswer(call.text)
        return Verdict.ERROR, said + ".", fault.line, _beside(CallAnswer(call.text), reference, problem)
    answer = CallAnswer(call.text, returned=shown(got))
    if not call.show_expected:
        return Verdict.PASSED, f"Your function returned {described(got)}.", None, answer
    return _compared(got, answer, _reference(problem, call), problem)


def _compared(
    got: Any, answer: CallAnswer, reference: Reference, problem: ProblemMessage
) -> tuple[Verdict, str, int | None, CallAnswer]:
    answer = _beside(answer, reference, problem)
    if reference.raised:
        sentence = f"Your function returned {described(got)}; the reference refuses this with {reference.raised}."
        return Verdict.FAILED, sentence, None, answer
    if not reference.answer:
        sentence = f"Your function returned {described(got)}. For these arguments the reference has no answer in time."
        return Verdict.PASSED, sentence, None, answer
    found = difference(got, _value(reference, problem), rtol=RTOL, atol=ATOL)
    if found is None:
        return Verdict.PASSED, "This is what was expected.", None, answer
    sentence = RETURNED_NONE if got is None else found.sentence + "."
    return Verdict.FAILED, sentence, None, msgspec.structs.replace(answer, difference=found)


def _beside(answer: CallAnswer, reference: Reference, problem: ProblemMessage) -> CallAnswer:
    """The same answer with what the reference gives."""
    if reference.answer:
        return msgspec.structs.replace(answer, expected=shown(_value(reference, problem)))
    return msgspec.structs.replace(answer, refused=reference.raised)


def _value(reference: Reference, problem: ProblemMessage) -> Any:
    return values.decode(bytearray(reference.answer), limit_bytes=problem.answer_bytes)


def shown(value: Any) -> ShownValue:
    """A plain value for the page: in words, as text of bounded length, and a matrix as numbers too."""
    if isinstance(value, Foreign):
        return ShownValue(checked(value.text))
    if isinstance(value, np.ndarray):
        text = np.array2string(value, separator=", ", precision=8, suppress_small=True, max_line_width=88)
    else:
        text = repr(value)
    part = preview(value) if isinstance(value, np.ndarray) and value.size else None
    cut = len(text) > MAX_SHOWN_CHARS
    return ShownValue(described(value), checked(text, most_chars=MAX_SHOWN_CHARS), part, cut)


def _reference(problem: ProblemMessage, call: CallMessage) -> Reference:
    """The reference's answer, from a process of its own: arguments that are too much for it cost only that process."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                pipe.write(msgspec.msgpack.encode(_from_reference(problem, call)))
        finally:
            os._exit(0)
    os.close(write)
    said = _read(read, within_seconds=problem.call_seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    try:
        reference = msgspec.msgpack.decode(said, type=Reference)
    except msgspec.MsgspecError:
        return Reference()
    too_large = reference.answer and isinstance(_value(reference, problem), Foreign)
    return Reference() if too_large else reference


def _from_reference(problem: ProblemMessage, call: CallMessage) -> Reference:
    args, kwargs = values.decode(bytearray(call.arguments), limit_bytes=ARGUMENT_BYTES)
    try:
        with np.errstate(all="ignore"):
            result = getattr(sys.modules["solution"], call.function)(*args, **kwargs)
    except (MemoryError, RecursionError):
        return Reference()  # too much for this place, which says nothing about the arguments
    except Exception as error:
        return Reference(raised=type(error).__name__)
    return Reference(b"".join(values.encode(result, limit_bytes=problem.answer_bytes)))


def _read(descriptor: int, *, within_seconds: float) -> bytes:
    """Everything until the other end closes, or nothing where that takes too long."""
    deadline = time.monotonic() + within_seconds
    said = bytearray()
    with os.fdopen(descriptor, "rb", buffering=0) as pipe:
        while select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
            part = pipe.read(1 << 20)
            if not part:
                return bytes(said)
            said += part
    return b""
