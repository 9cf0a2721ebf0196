"""mutants.toml: what a problem's author says of mutants. Kept with the problem, so part of its digest.

[[mutant]]        # a wrong solution too rare to be named to students, that the hidden tests must catch
what = "Columns are counted in 8 bits"
change = [{ from = "np.arange(d_model)", to = "np.arange(d_model).astype(np.int8)" }]    # or file = "mutants/x.py"

[[equivalent]]    # a mutant that no test can catch
from = "table = np.empty((seq_length, d_model))"
to = "table = np.ones((seq_length, d_model))"
reason = "Every cell is written before the table is returned."
"""

from __future__ import annotations

import json
import tomllib

import msgspec

from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import Problem
from gradatim_runner.variants import Change, VariantError, changed

FILE = "mutants.toml"


class ListedMutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant of the author's. Exactly one of `change` and `file`."""

    what: str
    change: list[Change] = []
    file: str = ""


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant whose answers are the reference's. `from` and `to`: the lines in which the two differ."""

    from_: str = msgspec.field(name="from")
    to: str
    reason: str


class ListedMutants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """mutants.toml."""

    mutant: list[ListedMutant] = []
    equivalent: list[Equivalent] = []

    def reason_for(self, removed: str, added: str) -> str:
        """Why the mutant with this change is equivalent, or ""."""
        return next((e.reason for e in self.equivalent if (e.from_.strip(), e.to.strip()) == (removed, added)), "")


def listed_in(problem: Problem) -> ListedMutants:
    """What the problem lists; nothing where it has no mutants.toml.

    Raises:
        ProblemError: the file has a mistake.
    """
    try:
        listed = msgspec.convert(tomllib.loads(problem.text(FILE)), ListedMutants)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(FILE, str(error)) from None
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        raise ProblemError(FILE, reason, key=place.rstrip("`")) from None
    for number, each in enumerate(listed.mutant):
        _check(problem, each, key=f"mutant[{number}]")
    for number, same in enumerate(listed.equivalent):
        if not same.reason.strip():
            raise ProblemError(FILE, "says no reason", key=f"equivalent[{number}]")
    return listed


def with_equivalent(text: str, *, removed: str, added: str, reason: str) -> str:
    """mutants.toml with one more equivalent mutant at its end; the rest stays as its author wrote it."""
    entry = "".join(
        f"{key} = {quoted(value)}\n" for key, value in (("from", removed), ("to", added), ("reason", reason))
    )
    return f"{text.rstrip()}\n\n[[equivalent]]\n{entry}".lstrip()


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    # As JSON, but for two things: TOML knows no escapes in pairs, and wants the last of the control characters escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _check(problem: Problem, each: ListedMutant, *, key: str) -> None:
    if bool(each.change) == bool(each.file):
        raise ProblemError(FILE, "needs either `change` or `file`", key=key)
    if each.file and each.file not in problem.files:
        raise ProblemError(FILE, f"there is no file {each.file}", key=key)
    try:
        source = changed(problem.text("solution.py"), each.change) if each.change else problem.text(each.file)
        compile(source, "mutant", "exec", dont_inherit=True)
    except VariantError as error:
        raise ProblemError(FILE, str(error), key=key) from None
    except SyntaxError as error:
        raise ProblemError(FILE, f"the changed solution does not compile: {error.msg}", key=key) from None
