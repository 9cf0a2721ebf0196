"""Looking for a call that tells a source from the reference: arguments like those that the tests use, at random.

Each argument is drawn from what was seen in its place: numbers from their range and with their common divisor, arrays
with new sizes, where equal sizes stay equal. Small calls come first, and the first whose answers differ is told.
"""

from __future__ import annotations

import copy
import math
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from gradatim_runner import values
from gradatim_runner.difference import described, difference
from gradatim_runner.flat import flattened
from gradatim_runner.submission import CallBroken, Exchange, LearnerRaised, Recorded

PROBES = 400
PROBE_SECONDS = 4.0
CALL_SECONDS = 1
FAMILIAR = 0.3  # the share of whole numbers that the tests use, too
MAX_ARGUMENT_BYTES = 80 << 20
MAX_SIZE, MAX_CELLS = 8, 512  # of an array that is made up
RTOL, ATOL = 1e-9, 1e-12

Array = np.ndarray[Any, Any]


class Shape(NamedTuple):
    """A call of the tests: the function and the arguments that it was given."""

    function: str
    args: list[Any]
    kwargs: dict[str, Any]


class Found(NamedTuple):
    """A call as a line of Python, and how its answer differs from the reference's."""

    call: str
    difference: str


class Probe:
    """Asks both sides the same questions. `recorded`: the calls that the tests make."""

    def __init__(self, recorded: Iterable[Recorded], *, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the same questions each time
        self._shapes = list(map(_shape, recorded))
        self._most_size = MAX_SIZE
        self._numbers: dict[tuple[str, int | str], list[Any]] = {}
        for shape in self._shapes:
            places: list[tuple[int | str, Any]] = [*enumerate(shape.args), *shape.kwargs.items()]
            for place, value in places:
                self._numbers.setdefault((shape.function, place), []).append(value)

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
        args = [self._value(value, (shape.function, n), scale, sizes) for n, value in enumerate(shape.args)]
        kwargs = {k: self._value(value, (shape.function, k), scale, sizes) for k, value in shape.kwargs.items()}
        return Shape(shape.function, args, kwargs)

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


def _shape(recorded: Recorded) -> Shape:
    args, kwargs = values.decode(bytearray(recorded.arguments), limit_bytes=MAX_ARGUMENT_BYTES)
    return Shape(recorded.function, args, kwargs)


def _differs(exchange: Exchange, shape: Shape) -> str | None:
    reference = getattr(sys.modules["solution"], shape.function)
    expected, fault = _outcome(lambda: reference(*copy.deepcopy(shape.args), **copy.deepcopy(shape.kwargs)))
    if fault is not None or any(np.isnan(leaf).any() for leaf in flattened(expected).leaves):
        return None  # no question that may be asked
    try:
        got = exchange.call(shape.function, tuple(copy.deepcopy(shape.args)), copy.deepcopy(shape.kwargs))
    except CallBroken:
        return f"there is no answer where {described(expected)} was expected"
    except LearnerRaised as error:
        return f"{error.raised.type_name} is raised where {described(expected)} was expected"
    found = difference(got, expected, rtol=RTOL, atol=ATOL)
    return None if found is None else found.sentence


def _outcome(call: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        with _alarm(CALL_SECONDS), np.errstate(all="ignore"):
            return call(), None
    except Exception as error:
        return None, error


@contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    """The reference may not have been made for what it is asked here."""

    def late(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def _text(shape: Shape) -> str:
    args = [_argument(value) for value in shape.args]
    args += [f"{name}={_argument(value)}" for name, value in shape.kwargs.items()]
    return f"{shape.function}({', '.join(args)})"


def _argument(value: Any) -> str:
    if isinstance(value, np.ndarray):
        dtype = "" if value.dtype in (np.float64, np.bool_, np.int64) else f", dtype=np.{value.dtype}"
        return f"np.array({value.tolist()!r}{dtype})" if value.size else f"np.empty({value.shape!r})"
    return repr(value)
