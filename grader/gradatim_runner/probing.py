"""Looking for a call that tells a source from the reference: arguments like those that the tests use, at random.

Each argument is drawn from what was seen in its place: numbers from their range and with their common divisor, arrays
with new sizes, where equal sizes stay equal. Small calls come first, and the first whose answers differ is told.
"""

from __future__ import annotations

import copy
import math
import random
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from gradatim_runner import values
from gradatim_runner.difference import described, difference
from gradatim_runner.flat import flattened
from gradatim_runner.histories import History, histories
from gradatim_runner.submission import Exchange, Recorded
from gradatim_runner.unanswered import CallBroken, LearnerRaised
from gradatim_runner.watch import late_after

PROBES = 400
PROBE_SECONDS = 4.0
CALL_SECONDS = 1
FAMILIAR = 0.3  # the share of whole numbers that the tests use, too
MAX_ARGUMENT_BYTES = 80 << 20
MAX_SIZE, MAX_CELLS = 8, 512  # of an array that is made up
RTOL, ATOL = 1e-9, 1e-12

Array = np.ndarray[Any, Any]


class Question(NamedTuple):
    """A call of a function, class or method, with its arguments; or an attribute that is read."""

    name: str
    args: list[Any]
    kwargs: dict[str, Any]
    reads: bool = False


class Shape(NamedTuple):
    """What the tests ask: a call; or, where `makes`, a class and what its object is asked."""

    first: Question
    makes: bool = False
    steps: tuple[Question, ...] = ()


class Found(NamedTuple):
    """A call as a line of Python, and how its answer differs from the reference's."""

    call: str
    difference: str


class Probe:
    """Asks both sides the same questions. `recorded`: the calls that the tests make."""

    def __init__(self, recorded: Iterable[Recorded], *, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the same questions each time
        self._shapes = list(map(_shape, histories(recorded)))
        self._most_size = MAX_SIZE
        self._numbers: dict[tuple[str, int | str], list[Any]] = {}
        for question in (each for shape in self._shapes for each in (shape.first, *shape.steps)):
            places: list[tuple[int | str, Any]] = [*enumerate(question.args), *question.kwargs.items()]
            for place, value in places:
                self._numbers.setdefault((question.name, place), []).append(value)

    def search(self, exchange: Exchange) -> Found | None:
        """The first call that tells the two apart, or None where none was found in time."""
        deadline = time.monotonic() + PROBE_SECONDS
        for number in range(PROBES):
            if not self._shapes or time.monotonic() > deadline:
                break
            shape = self._varied(self._random.choice(self._shapes), scale=(number + 8) / PROBES)
            found = _differs(exchange, shape)
            if found is not None:
                return Found(_text(shape), found)
        return None

    def _varied(self, shape: Shape, *, scale: float) -> Shape:
        """A call like this one. `scale`, up to 1: how far into the range of what was seen."""
        sizes: dict[int, int] = {}
        self._most_size = max(1, math.ceil(MAX_SIZE * min(1.0, scale)))
        steps = tuple(self._asked(step, scale, sizes) for step in shape.steps)
        return Shape(self._asked(shape.first, scale, sizes), shape.makes, steps)

    def _asked(self, like: Question, scale: float, sizes: dict[int, int]) -> Question:
        args = [self._value(value, (like.name, n), scale, sizes) for n, value in enumerate(like.args)]
        kwargs = {k: self._value(value, (like.name, k), scale, sizes) for k, value in like.kwargs.items()}
        return Question(like.name, args, kwargs, like.reads)

    def _value(self, value: Any, place: tuple[str, int | str], scale: float, sizes: dict[int, int]) -> Any:
        seen = [each for each in self._numbers[place] if type(each) is type(value)]
        if isinstance(value, np.ndarray):
            return self._array(value, sizes)
        if type(value) is int:
            return self._integer(seen, scale)
        if type(value) is float:
            low, high = min(seen), max(seen)
            return self._random.choice([low, high, 0.0, round(self._random.uniform(low - 1, high + 1), 3)])
        if isinstance(value, list) and value and all(type(each) in (int, float) for each in value):
            return [type(value[0])(each) for each in self._array(np.asarray(value), sizes).tolist()]
        return copy.deepcopy(self._random.choice(seen))

    def _integer(self, seen: list[int], scale: float) -> int:
        if self._random.random() < FAMILIAR:
            return self._random.choice(seen)
        step = math.gcd(*seen) or 1
        low, high = min(seen) // step, max(seen) // step
        return step * self._random.randint(low, low + math.ceil((high - low) * min(1.0, scale * scale)))

    def _array(self, array: Array, sizes: dict[int, int]) -> Array:
        shape = []
        for size in array.shape:
            if size not in sizes:
                even = 2 if size % 2 == 0 else 1  # where a size is even, it may have to be
                sizes[size] = even * self._random.randint(1, math.ceil(self._most_size / even)) if size > 1 else size
            shape.append(sizes[size])
        if math.prod(shape) > MAX_CELLS:
            shape = list(array.shape)
        cells = math.prod(shape)
        made: list[Any]
        if array.dtype.kind == "b":
            made = [self._random.random() < 0.5 for _ in range(cells)]
        elif array.dtype.kind in "iu":
            low, high = (int(array.min()), int(array.max())) if array.size else (0, 1)
            made = [self._random.randint(low, high) for _ in range(cells)]
        else:
            spread = float(np.abs(array).max(initial=1.0)) if np.isfinite(array).all() else 1.0
            made = [round(self._random.uniform(-spread, spread), 2) for _ in range(cells)]
        return np.array(made, dtype=array.dtype).reshape(shape)


def _shape(history: History) -> Shape:
    call = history.call
    steps = tuple(_question(step.name, step.arguments, reads=step.reads) for step in call.steps)
    return Shape(_question(call.function, call.arguments), call.makes, steps)


def _question(name: str, arguments: bytes, *, reads: bool = False) -> Question:
    args, kwargs = values.decode(bytearray(arguments), limit_bytes=MAX_ARGUMENT_BYTES)
    return Question(name, args, kwargs, reads)


def _differs(exchange: Exchange, shape: Shape) -> str | None:
    if not shape.makes:
        return _answer_differs(sys.modules["solution"], shape.first, exchange, of=0)[0]
    made, fault = _outcome(lambda: _answer(sys.modules["solution"], shape.first))
    if fault is not None:
        return None
    try:
        number = exchange.make(shape.first.name, *_copied(shape.first))
    except CallBroken:
        return "there is no answer where an object was expected"
    except LearnerRaised as error:
        return f"{error.raised.type_name} is raised where an object was expected"
    found = None
    for step in shape.steps:
        found, goes_on = _answer_differs(made, step, exchange, of=number)
        if not goes_on:
            break
    exchange.forget(number)
    return found


def _answer_differs(target: Any, question: Question, exchange: Exchange, *, of: int) -> tuple[str | None, bool]:
    """How the two answers differ, and whether there is more to ask."""
    expected, fault = _outcome(lambda: _answer(target, question))
    if fault is not None or not _can_be_asked_for(flattened(expected).leaves, exchange.answer_bytes):
        return None, False
    try:
        got = _ask(exchange, question, of=of)
    except CallBroken:
        return f"there is no answer where {described(expected)} was expected", False
    except LearnerRaised as error:
        return f"{error.raised.type_name} is raised where {described(expected)} was expected", False
    found = difference(got, expected, rtol=RTOL, atol=ATOL)
    return (None, True) if found is None else (found.sentence, False)


def _can_be_asked_for(leaves: Iterable[Array], most_bytes: int) -> bool:
    """Whether a right answer is one that a test can have: small enough to be carried, and equal to itself."""
    arrays = list(leaves)
    return sum(leaf.nbytes for leaf in arrays) <= most_bytes and not any(np.isnan(leaf).any() for leaf in arrays)


def _answer(target: Any, question: Question) -> Any:
    found = getattr(target, question.name)
    args, kwargs = _copied(question)
    return found if question.reads else found(*args, **kwargs)


def _ask(exchange: Exchange, question: Question, *, of: int) -> Any:
    if question.reads:
        return exchange.read(question.name, of=of)
    return exchange.call(question.name, *_copied(question), of=of)


def _copied(question: Question) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return tuple(copy.deepcopy(question.args)), copy.deepcopy(question.kwargs)


def _outcome(call: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        with late_after(CALL_SECONDS), np.errstate(all="ignore"):
            return call(), None
    except Exception as error:
        return None, error


def _text(shape: Shape) -> str:
    if not shape.makes:
        return _asked_text(shape.first)
    return "; ".join([f"it = {_asked_text(shape.first)}", *(f"it.{_asked_text(step)}" for step in shape.steps)])


def _asked_text(question: Question) -> str:
    args = [_argument(value) for value in question.args]
    args += [f"{name}={_argument(value)}" for name, value in question.kwargs.items()]
    return question.name if question.reads else f"{question.name}({', '.join(args)})"


def _argument(value: Any) -> str:
    if isinstance(value, np.ndarray):
        dtype = "" if value.dtype in (np.float64, np.bool_, np.int64) else f", dtype=np.{value.dtype}"
        return f"np.array({value.tolist()!r}{dtype})" if value.size else f"np.empty({value.shape!r})"
    return repr(value)
