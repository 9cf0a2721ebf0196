"""A problem: a folder read into plain data, checked, and addressed by the digest of its content.

Reads and checks; must never run any of the problem's code.
"""

from __future__ import annotations

import hashlib
import keyword
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from gradatim_grader import lesson
from gradatim_grader.errors import ProblemError
from gradatim_runner.variants import Change, SmallChange, Variant, VariantError, changed, pairs_of

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
REQUIRED = (
    "problem.toml",
    "statement.md",
    "starter.py",
    "solution.py",
    "tests/test_sample.py",
    "tests/test_hidden.py",
)
MAX_FILES = 200
MAX_BYTES = 4 << 20
IGNORED_PARTS = {"__pycache__", ".pytest_cache", ".DS_Store"}

Plain = Any  # a TOML value: bool, int, float, str, or lists and tables of them


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a submission may use. Wall-clock seconds; memory of the learner's whole container."""

    call_seconds: float = 2.0
    load_seconds: float = 5.0
    total_seconds: float = 20.0
    memory_mib: int = 256
    output_kib: int = 256
    answer_mib: int = 20  # all bytes of one answer

    def __post_init__(self) -> None:
        for name, least, most in (
            ("call_seconds", 0.05, 60),
            ("load_seconds", 0.5, 60),
            ("total_seconds", 0.5, 300),
            ("memory_mib", 64, 4096),
            ("output_kib", 1, 4096),
            ("answer_mib", 1, 64),
        ):
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be from {least} to {most}")


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call whose result the reference computes when the problem is published.

    `steps`: of a class, what its object is then asked: public names, each with the arguments where it is a method.
    """

    args: list[Plain]
    explain: str = ""
    function: str = ""  # the first entry where empty
    steps: list[list[Plain]] = []

    def __post_init__(self) -> None:
        for step in self.steps:
            if not step or not isinstance(step[0], str) or not step[0].isidentifier() or step[0].startswith("_"):
                raise ValueError("each of steps is a list that begins with a public name")


class VariantFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to make a mistake: changes of solution.py, or a file of its own. Exactly one of the two."""

    change: list[Change] = []
    file: str = ""


class PitfallFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake worth naming. The first variant may stand directly in the table, others under `variants`."""

    name: str
    title: str
    explain: str
    hint: str
    change: list[Change] = []
    file: str = ""
    variants: list[VariantFacts] = []

    def all_variants(self) -> list[VariantFacts]:
        own = [VariantFacts(change=self.change, file=self.file)] if self.change or self.file else []
        return own + self.variants


Difficulty = Literal["easy", "medium", "hard"]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """problem.toml."""

    title: str
    summary: str
    difficulty: Difficulty
    entry: list[str]  # the functions and classes that a submission must define
    tags: list[str] = []
    hints: list[str] = []
    show_expected: bool = False  # to learners: what the reference answers to arguments of their own
    show_solution: bool = False  # the reference itself, to those who have passed
    limits: Limits = Limits()
    examples: list[Example] = msgspec.field(name="example", default_factory=list)
    pitfalls: list[PitfallFacts] = msgspec.field(name="pitfall", default_factory=list)


class Problem(msgspec.Struct, frozen=True):
    """One immutable version of a problem.

    `files` maps relative POSIX paths to content; `digest` is the SHA-256 of all of them, in hex.
    """

    slug: str
    digest: str
    facts: Facts
    files: dict[str, bytes]

    def text(self, path: str) -> str:
        """A file as text, or "" where the problem has none."""
        return self.files.get(path, b"").decode()

    def variants(self) -> list[Variant]:
        """Every variant of every pitfall, in the order of problem.toml."""
        solution = self.text("solution.py")
        return [
            Variant((pitfall.name,), self.text(facts.file) if facts.file else changed(solution, facts.change))
            for pitfall in self.facts.pitfalls
            for facts in pitfall.all_variants()
        ]

    def pairs(self) -> list[Variant]:
        """Every pair of small changes; see `gradatim_runner.variants.pairs_of`."""
        small = [
            SmallChange(pitfall.name, tuple(facts.change))
            for pitfall in self.facts.pitfalls
            for facts in pitfall.all_variants()
            if facts.change
        ]
        return pairs_of(self.text("solution.py"), small)


def from_folder(folder: Path) -> Problem:
    """Read and check a problem folder; its name is the slug.

    Raises:
        ProblemError: it is no folder, a file is missing, a link or too large, or a fact is wrong.
    """
    if not folder.is_dir():
        raise ProblemError(str(folder), "there is no such problem folder")
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if IGNORED_PARTS & set(path.parts):
            continue
        if path.is_symlink():
            raise ProblemError(name, "is a link; a problem holds plain files only")
        if path.is_file():
            if len(files) == MAX_FILES:
                raise ProblemError(name, f"the folder holds more than {MAX_FILES} files")
            if path.stat().st_size > MAX_BYTES:
                raise ProblemError(name, f"is larger than {MAX_BYTES >> 20} MiB")
            files[name] = path.read_bytes()
    return from_files(folder.resolve().name, files)


def from_files(slug: str, files: Mapping[str, bytes]) -> Problem:
    """Check a problem's files; see `from_folder`."""
    if not SLUG.fullmatch(slug):
        raise ProblemError(slug, "a problem's name is lower case words joined by hyphens, as in positional-encoding")
    for name in REQUIRED:
        if name not in files:
            raise ProblemError(name, "is missing")
    if sum(map(len, files.values())) > MAX_BYTES:
        raise ProblemError(slug, f"all files together are larger than {MAX_BYTES >> 20} MiB")
    for name, content in files.items():
        if name.endswith((".py", ".md", ".toml")):
            _check_text(name, content)
    problem = Problem(slug, digest_of(files), _facts(files["problem.toml"].decode()), dict(files))
    _check_pitfalls(problem)
    lesson.check(files, entry=problem.facts.entry[0])
    return problem


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256, in hex, over the sorted paths and their contents, each with its length before it."""
    digest = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def _check_text(name: str, content: bytes) -> None:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise ProblemError(name, f"is not UTF-8 text (byte {error.start})") from None
    if "\0" in text:
        raise ProblemError(name, "holds a NUL character")
    if name.endswith(".py"):
        try:
            compile(text, name, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            raise ProblemError(name, f"{getattr(error, 'msg', error)}", key=f"line {line}" if line else "") from None


def _with_choices(reason: str) -> str:
    """Of the one key that has a list of words, what they are."""
    _, is_none_of_them, word = reason.partition("Invalid enum value ")
    return f"{word} is none of {', '.join(get_args(Difficulty))}" if is_none_of_them else reason


def _facts(text: str) -> Facts:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError("problem.toml", str(error)) from None
    if isinstance(table.get("entry"), str):
        table["entry"] = [table["entry"]]
    try:
        facts = msgspec.convert(table, Facts)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        raise ProblemError("problem.toml", _with_choices(reason), key=place.rstrip("`")) from None
    for name in facts.entry:
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ProblemError("problem.toml", f"{name!r} is not a Python name", key="entry")
        if name.startswith("_"):  # pytest and others ask modules for such names, so the proxy has none
            raise ProblemError("problem.toml", f"{name!r} begins with an underscore", key="entry")
    if not facts.entry:
        raise ProblemError("problem.toml", "names no function or class", key="entry")
    for key in ("title", "summary"):
        if not getattr(facts, key).strip():
            raise ProblemError("problem.toml", "is empty", key=key)
    return facts


def _check_pitfalls(problem: Problem) -> None:
    solution, seen = problem.text("solution.py"), set()
    for number, pitfall in enumerate(problem.facts.pitfalls):
        key = f"pitfall[{number}] ({pitfall.name})"
        if not SLUG.fullmatch(pitfall.name):
            raise ProblemError("problem.toml", "a name is lower case words joined by hyphens", key=key)
        if pitfall.name in seen:
            raise ProblemError("problem.toml", "this name is used twice", key=key)
        seen.add(pitfall.name)
        if not pitfall.all_variants():
            raise ProblemError("problem.toml", "needs `change`, `file` or `variants`", key=key)
        for facts in pitfall.all_variants():
            _check_variant(problem, facts, solution=solution, key=key)


def _check_variant(problem: Problem, facts: VariantFacts, *, solution: str, key: str) -> None:
    if bool(facts.change) == bool(facts.file):
        raise ProblemError("problem.toml", "a variant is either `change` or `file`, not both", key=key)
    if facts.file and facts.file not in problem.files:
        raise ProblemError("problem.toml", f"there is no file {facts.file}", key=key)
    try:
        source = changed(solution, facts.change) if facts.change else ""
        compile(source, "variant", "exec", dont_inherit=True)
    except VariantError as error:
        raise ProblemError("problem.toml", str(error), key=key) from None
    except SyntaxError as error:
        raise ProblemError("problem.toml", f"the changed solution does not compile: {error.msg}", key=key) from None
