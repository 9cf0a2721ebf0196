"""Why tests cannot be collected: of all that pytest says, the line of the author's own and the error."""

from __future__ import annotations

import re

from gradatim_grader.check.report import Fault
from gradatim_grader.errors import CheckerTrouble

_PLACE = re.compile(r"((?:tests/)?\w+\.py):(\d+): in ")  # the last of a traceback is where it happened
_ERROR = re.compile(r"\bE +(\w+: .+)")


def fault_of(error: CheckerTrouble) -> Fault:
    """Everything that was said, where it has another form."""
    said = str(error)
    places, reason = _PLACE.findall(said), _ERROR.search(said)
    if places and reason:
        file, line = places[-1]
        what = f"the tests cannot be collected: {reason[1].splitlines()[0]}"
        remedy = "mend that line; the sandbox has the standard library, NumPy, pytest, hypothesis and msgspec"
        return Fault(file, f"line {line}", what, remedy)
    return Fault(
        "tests", "", said, "see that pytest can collect the tests, and that they survive the reference's answers"
    )
