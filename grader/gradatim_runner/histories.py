"""What was asked, in the pieces that can be asked again: a function's call, or all that one object was asked, in order.

An object's answers depend on what it was asked before, so its history is one question with one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gradatim_runner import values
from gradatim_runner.flat import Flat, flattened
from gradatim_runner.submission import Recorded

ARGUMENT_BYTES = 80 << 20


class Step(NamedTuple):
    """One more question to an object: a method with its encoded arguments, or an attribute."""

    name: str
    arguments: bytes
    reads: bool


class Call(NamedTuple):
    """What is asked: a function and its encoded arguments; or, where `makes`, a class and what its object is asked."""

    function: str
    arguments: bytes
    makes: bool = False
    steps: tuple[Step, ...] = ()


class History(NamedTuple):
    """A call, and what was answered to it and to each of its steps."""

    call: Call
    answers: tuple[tuple[bytes, str | None], ...]

    @property
    def size(self) -> int:
        """In bytes, of arguments and answers."""
        call = self.call
        asked = len(call.arguments) + sum(len(step.arguments) for step in call.steps)
        return asked + sum(len(answer) for answer, _ in self.answers)

    @property
    def answer(self) -> Flat:
        """The learner's answer, taken apart."""
        made = [_recorded(answer, raised) for answer, raised in self.answers]
        return joined(made) if self.call.makes else made[0]


def histories(recorded: Iterable[Recorded]) -> list[History]:
    """The calls of functions one by one, and of each object together."""
    groups: dict[object, list[Recorded]] = {}
    for number, each in enumerate(recorded):
        groups.setdefault(each.object or ("function", number), []).append(each)
    return [_history(group) for group in groups.values()]


def asked_of(namespace: dict[str, Any], call: Call) -> Flat:
    """What a program answers to a call; of an object, to everything that it is asked."""
    made, answer = _outcome(lambda: namespace[call.function], call.arguments)
    if not call.makes:
        return answer
    if made is None:
        return joined([answer])
    steps = [_outcome(partial(getattr, made[0], step.name), step.arguments, reads=step.reads) for step in call.steps]
    return joined([flattened(None), *(answer for _, answer in steps)])


def joined(answers: Iterable[Flat]) -> Flat:
    """Several answers as one."""
    parts = list(answers)
    return Flat(("object", *(part.signature for part in parts)), [leaf for part in parts for leaf in part.leaves])


def _history(group: list[Recorded]) -> History:
    first, *others = group
    steps = tuple(Step(each.function, each.arguments, each.reads) for each in others)
    call = Call(first.function, first.arguments, first.makes, steps)
    return History(call, tuple((each.answer, each.raised) for each in group))


def _recorded(answer: bytes, raised: str | None) -> Flat:
    if raised is not None:
        return Flat(("raised", raised), [])
    return flattened(values.decode(answer, limit_bytes=ARGUMENT_BYTES))


def _outcome(find: Callable[[], Any], arguments: bytes, *, reads: bool = False) -> tuple[tuple[Any] | None, Flat]:
    """The value in a tuple, or None where it raised; and the answer, taken apart."""
    args, kwargs = values.decode(bytearray(arguments), limit_bytes=ARGUMENT_BYTES)
    try:
        with np.errstate(all="ignore"):
            found = find()
            value = found if reads else found(*args, **kwargs)
            return (value,), flattened(value)
    except Exception as error:
        return None, Flat(("raised", type(error).__name__), [])
