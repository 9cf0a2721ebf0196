"""`from submission import f` in a test: the module, and what stands in it for the learner's functions and classes.

Lives in the checker. What the reference has as a class is one; every other public name is a function.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable
from typing import Any

from gradatim_runner.objects import class_for
from gradatim_runner.submission import Exchange


class Function:
    """Stands for one function of the submission."""

    def __init__(self, name: str, module: SubmissionModule) -> None:
        self.__name__ = self.__qualname__ = name
        self._module = module

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return self._module.exchange_for(self.__name__).call(self.__name__, args, kwargs)

    def each(self, calls: Iterable[Iterable[Any]]) -> list[Any]:
        """See `gradatim_runner.testing.call_each`."""
        __tracebackhide__ = True
        return self._module.exchange_for(self.__name__).call_each(self.__name__, list(map(tuple, calls)))


class SubmissionModule(types.ModuleType):
    """The module `submission`."""

    exchange: Exchange | None = None

    def __getattr__(self, name: str) -> Function | type:
        if name.startswith("_"):
            raise AttributeError(name)
        reference = getattr(sys.modules.get("solution"), name, None)
        if not isinstance(reference, type):
            return Function(name, self)
        made = class_for(reference, name, exchange=lambda: self.exchange_for(name))
        self.__dict__[name] = made  # one class, whoever imports it
        return made

    def exchange_for(self, name: str) -> Exchange:
        """Where calls go. Raises RuntimeError where there is no submission yet."""
        __tracebackhide__ = True
        if self.exchange is None:
            raise RuntimeError(f"{name} was called while the tests were collected; call it inside a test")
        return self.exchange
