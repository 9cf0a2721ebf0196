"""A source after execution, which answers calls: the learner's in its own container, or one of the problem's own.

In the student's container nothing here needs to be defended from the learner's code: whatever that code does to this
process, the checker sees a plain value, an exception, or no answer.
"""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Iterable, Iterator
from typing import Any

from gradatim_runner import values
from gradatim_runner.faults import bad_syntax_of, raised_from
from gradatim_runner.messages import AnswerHead, BadSyntax, CallHead, Raised, pack

MAX_CALL_BYTES = 80 << 20
FILENAME = "your code"
ANEW_SECONDS = 0.5  # that calls which came together may take before what begins anew is left unmade


class Loaded:
    """A source's module, or why there is none."""

    def __init__(self, source: str) -> None:
        self.bad_syntax: BadSyntax | None = None
        self.raised: Raised | None = None
        self._changed = False  # whether a call of those that came together changed its arguments
        self._objects: dict[int, Any] = {}  # what a class of the source made, by the checker's numbers
        self.module = types.ModuleType("submission")
        sys.modules["submission"] = self.module
        try:
            code = compile(source, FILENAME, "exec", dont_inherit=True)
        except BaseException as error:
            self.bad_syntax = bad_syntax_of(error)
            return
        try:
            exec(code, self.module.__dict__)
        except BaseException as error:  # the learner's code may raise anything, SystemExit included
            self.raised = raised_from(error, filename=FILENAME)

    def answers(self, calls: Iterable[tuple[CallHead, bytearray]]) -> Iterator[list[bytes | memoryview]]:
        """The parts of each answer to calls that came together. Behind one that raised, an answer says nothing, until
        one begins anew; and none that begins anew is made behind one that changed its arguments, whose test may ask
        again, or once so much time has gone by that the tests before it should be heard of.
        """
        raised = unmade = self._changed = False
        late = time.monotonic() + ANEW_SECONDS
        for call, arguments in calls:
            raised = raised and not call.anew
            unmade = unmade or (call.anew and (self._changed or time.monotonic() > late))
            head, value = (AnswerHead(unmade=unmade), []) if raised or unmade else self.answer(call, arguments)
            raised = raised or head.raised is not None
            yield pack(head, *value)

    def answer(self, call: CallHead, arguments: bytearray) -> tuple[AnswerHead, list[bytes | memoryview]]:
        """The answer to one call, and the parts of its value."""
        if self.bad_syntax or self.raised:
            return AnswerHead(bad_syntax=self.bad_syntax, load_raised=self.raised), []
        if not call.function:
            defined = [name[:100] for name, value in list(vars(self.module).items()) if callable(value)]
            return AnswerHead(names=[name for name in defined if name.isidentifier()][:500]), []
        before = bytes(arguments)
        args, kwargs = values.decode(arguments, limit_bytes=MAX_CALL_BYTES)
        try:
            for number in call.forget:
                self._objects.pop(number, None)
            result = self._result(call, args, kwargs)
        except BaseException as error:
            return AnswerHead(raised=raised_from(error, filename=FILENAME)), []
        changed = b"".join(values.encode([args, kwargs], limit_bytes=MAX_CALL_BYTES)) != before
        self._changed |= changed
        answer = (result, [args, kwargs]) if changed else (result,)
        return AnswerHead(), values.encode(answer, limit_bytes=call.limit_bytes)

    def _result(self, call: CallHead, args: list[Any], kwargs: dict[str, Any]) -> Any:
        if call.of and call.of not in self._objects:  # it lived in a container that is gone
            raise RuntimeError("this object is gone: the program that made it was ended")
        found = getattr(self._objects[call.of] if call.of else self.module, call.function)
        result = found if call.reads else found(*args, **kwargs)
        if not call.keep_as:
            return result
        self._objects[call.keep_as] = result
        return None
