"""The reference and its variants as programs that answer calls. Only the problem's own code runs here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any

import numpy as np

from gradatim_runner import rounding
from gradatim_runner.flat import Flat
from gradatim_runner.histories import Call, asked_of

Array = np.ndarray[Any, Any]


class Program:
    """A solution or a variant of it, executed when it is first asked. A broken one answers with its exception."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._known: dict[Call, Flat] = {}

    @cached_property
    def _namespace(self) -> dict[str, Any] | Exception:
        return _executed(lambda: namespace_of(self._source))

    def answer(self, call: Call) -> Flat:
        known = self._known.get(call)
        return known if known is not None else self._answered(call)

    def learn(self, call: Call) -> Flat:
        """Compute an answer ahead of time."""
        self._known[call] = self._answered(call)
        return self._known[call]

    def _answered(self, call: Call) -> Flat:
        if call.makes:  # a class may keep something of its objects: each is made as if it were the first
            return _called(_executed(lambda: namespace_of(self._source)), call)
        return _called(self._namespace, call)

    def noisy_answer(self, call: Call, *, eps: float, seed: int) -> Sequence[Array] | None:
        namespace = _executed(lambda: rounding.noisy(self._source, eps=eps, seed=seed))
        return _called(namespace, call).leaves


def _executed(make: Callable[[], dict[str, Any]]) -> dict[str, Any] | Exception:
    try:
        return make()
    except Exception as error:
        return error


def namespace_of(source: str) -> dict[str, Any]:
    """What executing a solution defines. Raises whatever it raises."""
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(_compiled(source), namespace)
    return namespace


@lru_cache(maxsize=256)
def _compiled(source: str) -> CodeType:
    return compile(source, "solution", "exec", dont_inherit=True)


def _called(namespace: dict[str, Any] | Exception, call: Call) -> Flat:
    if isinstance(namespace, Exception):
        return Flat(("broken", id(namespace)), [])
    return asked_of(namespace, call)
