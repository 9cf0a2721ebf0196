"""The reference and its variants as programs that answer calls. Only the problem's own code runs here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gradatim_runner import rounding, values
from gradatim_runner.flat import Flat, flattened

ARGUMENT_BYTES = 80 << 20

Array = np.ndarray[Any, Any]


class Call(NamedTuple):
    """What is asked: a function and its encoded arguments."""

    function: str
    arguments: bytes


class Program:
    """A solution or a variant of it, executed when it is first asked. A broken one answers with its exception."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._known: dict[Call, Flat] = {}

    @cached_property
    def _namespace(self) -> dict[str, Any] | Exception:
        return _executed(lambda: _namespace_of(self._source))

    def answer(self, call: Call) -> Flat:
        known = self._known.get(call)
        return known if known is not None else _called(self._namespace, call)

    def learn(self, call: Call) -> Flat:
        """Compute an answer ahead of time."""
        self._known[call] = _called(self._namespace, call)
        return self._known[call]

    def noisy_answer(self, call: Call, *, eps: float, seed: int) -> Sequence[Array] | None:
        namespace = _executed(lambda: rounding.noisy(self._source, eps=eps, seed=seed))
        return _called(namespace, call).leaves


def _executed(make: Callable[[], dict[str, Any]]) -> dict[str, Any] | Exception:
    try:
        return make()
    except Exception as error:
        return error


def _namespace_of(source: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(compile(source, "solution", "exec", dont_inherit=True), namespace)
    return namespace


def _called(namespace: dict[str, Any] | Exception, call: Call) -> Flat:
    if isinstance(namespace, Exception):
        return Flat(("broken", id(namespace)), [])
    args, kwargs = values.decode(bytearray(call.arguments), limit_bytes=ARGUMENT_BYTES)
    try:
        with np.errstate(all="ignore"):
            return flattened(namespace[call.function](*args, **kwargs))
    except Exception as error:
        return Flat(("raised", type(error).__name__), [])
