"""What went wrong in learner code, as text of bounded length. Runs in the student's container, beside hostile code.

An exception's `__str__` may raise, loop or be huge: the first two are the call's clock's affair, the last is cut here.
"""

from __future__ import annotations

import builtins
import traceback
from types import TracebackType

import numpy as np

from gradatim_runner.messages import BadSyntax, Raised

MAX_MESSAGE_CHARS = 2000

BUILTIN_EXCEPTIONS: dict[str, type[BaseException]] = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException) and not issubclass(value, BaseExceptionGroup)
} | {"LinAlgError": np.linalg.LinAlgError, "AxisError": np.exceptions.AxisError}


def raised_from(error: BaseException, *, filename: str) -> Raised:
    """An exception as plain data; its line is the deepest one in the learner's own source."""
    kind = type(error)
    name = kind.__name__
    return Raised(_clean(name)[:100], BUILTIN_EXCEPTIONS.get(name) is kind, _message(error), _line(error, filename))


def bad_syntax_of(error: BaseException) -> BadSyntax:
    """Why a source does not compile. A parser that runs out of stack or memory is the source's fault too."""
    if isinstance(error, SyntaxError):
        return BadSyntax(_clean(str(error.msg))[:MAX_MESSAGE_CHARS], error.lineno)
    if isinstance(error, (MemoryError, RecursionError)):
        return BadSyntax("this is nested too deeply for Python to read", None)
    return BadSyntax(_message(error), None)


def _message(error: BaseException) -> str:
    try:
        return _clean(str(error)[:MAX_MESSAGE_CHARS])
    except BaseException:
        return "(its text could not be made)"


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _line(error: BaseException, filename: str) -> int | None:
    place: TracebackType | None = error.__traceback__
    found = None
    for frame, line in traceback.walk_tb(place):
        if frame.f_code.co_filename == filename:
            found = line
    return found
