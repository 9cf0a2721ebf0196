"""The live blocks of a lesson as strict types: what an author may write in each, and what makes no sense."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Literal

import msgspec

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_DIGITS = 10
MAX_CODE_BYTES = 8 << 10

Plain = Any  # a TOML value


class Prose(msgspec.Struct, frozen=True):
    """Markdown between live blocks."""

    markdown: str


class Aside(msgspec.Struct, frozen=True):
    """Markdown for the margin."""

    markdown: str


class ArrayBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call of a function of lesson.py or solution.py, shown as a picture or as a table of numbers.

    `rows` and `columns` choose some of the result's, by number from 0; empty means all. `wavelengths` names a function
    that takes the same arguments and returns one number for each column. `digits` counts those behind the point.
    """

    args: list[Plain]
    function: str = ""  # the first entry where empty
    caption: str = ""
    view: Literal["picture", "table"] = "picture"
    rows: list[int] = []
    columns: list[int] = []
    row_name: str = "row"
    column_name: str = "column"
    row_labels: list[str] = []
    column_labels: list[str] = []
    digits: int = 4
    wavelengths: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.digits <= MAX_DIGITS:
            raise ValueError(f"digits must be from 0 to {MAX_DIGITS}")
        for name in (self.function, self.wavelengths):
            if name and not name.isidentifier():
                raise ValueError(f"{name!r} is not the name of a function")
        for axis, numbers in (("rows", self.rows), ("columns", self.columns)):
            if any(number < 0 for number in numbers):
                raise ValueError(f"{axis} are counted from 0")


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several answers. `explain` is read by those who chose it, and by all once the question is solved."""

    text: str
    explain: str
    correct: bool = False


class Quiz(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question. What makes an answer right depends on the kind: see `__post_init__`."""

    name: str  # what answers are stored under
    kind: Literal["single", "multiple", "numeric", "recall"]
    question: str
    explain: str = ""  # read once the question is solved
    choices: list[Choice] = []
    answer: float | None = None
    tolerance: float | None = None  # the largest distance from the answer that still counts
    unit: str = ""
    model: str = ""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError("name must be lower case words joined by hyphens")
        right = sum(choice.correct for choice in self.choices)
        needs = {
            "single": (len(self.choices) > 1 and right == 1, "two or more choices, exactly one of them correct"),
            "multiple": (len(self.choices) > 1 and right > 0, "two or more choices, at least one of them correct"),
            "numeric": (self.answer is not None and (self.tolerance or 0) > 0, "an answer and a tolerance above 0"),
            "recall": (bool(self.model), "a model answer"),
        }
        fits, what = needs[self.kind]
        if not fits:
            raise ValueError(f"a question of kind {self.kind} needs {what}")
        others = {"choices": ("single", "multiple"), "answer": ("numeric",), "unit": ("numeric",), "model": ("recall",)}
        for field, kinds in others.items():
            if self.kind not in kinds and getattr(self, field) not in ([], None, ""):
                raise ValueError(f"a question of kind {self.kind} has no {field}")

    @property
    def digest(self) -> str:
        """Changes whenever anything of the question does: an answer belongs to the question as it was asked."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


class TryBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A snippet for the sandbox, for readers to change and run."""

    code: str
    caption: str = ""

    def __post_init__(self) -> None:
        if len(self.code.encode()) > MAX_CODE_BYTES:
            raise ValueError(f"code is longer than {MAX_CODE_BYTES >> 10} KiB")
        try:
            compile(self.code, "snippet", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            raise ValueError(f"code: line {line}: {getattr(error, 'msg', error)}") from None


Block = Prose | Aside | ArrayBlock | Quiz | TryBlock
