"""`from submission import Counter` in a test: a class whose objects live in the student's container.

Lives in the checker. `Counter(3)` makes an object there and gets it a number; methods are called and attributes read
by that number and a name. Only plain values cross, in both directions. What is a class, a method or an attribute is
decided by the reference alone: nothing that the learner's code says of itself counts.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradatim_runner.submission import Exchange

# What Python itself calls by syntax: forwarded where the reference's class has it.
SYNTAX = ("__call__", "__contains__", "__delitem__", "__getitem__", "__len__", "__setitem__")


class LearnersObject:
    """Stands for one object of the submission."""

    __slots__ = ("__weakref__", "_exchange", "_number")
    _exchange: Exchange
    _number: int

    def __getattr__(self, name: str) -> Any:
        __tracebackhide__ = True
        _check_public(name)
        if callable(getattr(type(self)._reference, name, None)):  # type: ignore[attr-defined]
            return Method(self, name)
        return self._exchange.read(name, of=self._number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: an object of the submission changes through its methods")

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TypeError("an object of the submission cannot be copied")

    def __repr__(self) -> str:
        return f"<an object of {type(self).__name__} of the submission>"


class Method:
    """Stands for one method of such an object. Keeps the object alive."""

    def __init__(self, owner: LearnersObject, name: str) -> None:
        self.__name__ = name
        self._owner = owner

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return self._owner._exchange.call(self.__name__, args, kwargs, of=self._owner._number)


def class_for(reference: type, name: str, *, exchange: Callable[[], Exchange]) -> type:
    """A class that stands for the submission's of this name. `exchange`: that of the submission, when it is asked."""

    def make(kind: type, *args: Any, **kwargs: Any) -> LearnersObject:
        __tracebackhide__ = True
        asked = exchange()
        number = asked.make(name, args, kwargs)
        made: LearnersObject = object.__new__(kind)
        object.__setattr__(made, "_exchange", asked)
        object.__setattr__(made, "_number", number)
        weakref.finalize(made, asked.forget, number)
        return made

    body: dict[str, Any] = {"__slots__": (), "__new__": make, "_reference": reference}
    body |= {each: _by_syntax(each) for each in SYNTAX if any(each in vars(base) for base in reference.__mro__)}
    return type(name, (LearnersObject,), body)


def _by_syntax(name: str) -> Callable[..., Any]:
    def ask(self: LearnersObject, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return self._exchange.call(name, args, kwargs, of=self._number)

    return ask


def _check_public(name: str) -> None:
    if name.startswith("_"):
        raise AttributeError(f"{name} is private: tests see the public names of an object")
