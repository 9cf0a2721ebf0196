"""What may stand in problem.toml, in words: for the list beside the editor, and for its completion.

A test compares it with `gradatim_grader.problem`, which is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """One key. `value`: what it looks like, as completion writes it. `needed`: it must be there."""

    name: str
    value: str
    meaning: str
    needed: bool = False


@dataclass(frozen=True)
class Section:
    """A table of the file. `header`: as it is written, empty for the keys before the first table."""

    header: str
    meaning: str
    keys: tuple[Key, ...]


SECTIONS = (
    Section(
        "",
        "At the top of the file.",
        (
            Key("title", '""', "As the list of problems shows it.", needed=True),
            Key("summary", '""', "One sentence below the title.", needed=True),
            Key("difficulty", '"easy"', '"easy", "medium" or "hard".', needed=True),
            Key("entry", '[""]', "The functions and classes that a submission must define.", needed=True),
            Key("tags", "[]", "Words to filter by."),
            Key("hints", "[]", "Markdown, shown one at a time; each says a little more."),
            Key("show_expected", "true", "Whether a call with one's own arguments shows the reference's answer."),
            Key("show_solution", "true", "Whether those who have passed may read solution.py."),
        ),
    ),
    Section(
        "[limits]",
        "What a submission may use. All have a default.",
        (
            Key("call_seconds", "2.0", "One call of the learner's function, 0.05 to 60."),
            Key("load_seconds", "5.0", "Reading the learner's file, 0.5 to 60."),
            Key("total_seconds", "20.0", "Everything together, 0.5 to 300."),
            Key("memory_mib", "256", "The learner's whole container, 64 to 4096."),
            Key("output_kib", "256", "What may be printed, 1 to 4096."),
            Key("answer_mib", "20", "All bytes of one returned value, 1 to 64."),
        ),
    ),
    Section(
        "[[example]]",
        "A call that the statement shows; the reference computes its result.",
        (
            Key("args", "[]", "The arguments; a list of numbers becomes an array.", needed=True),
            Key("explain", '""', "A sentence or two about what can be seen."),
            Key("function", '""', "Which function or class is called; the first of entry if not given."),
            Key("steps", '[["", 0]]', "Of a class: what its object is asked, each a name with its arguments."),
        ),
    ),
    Section(
        "[[pitfall]]",
        "A known mistake, that is named when somebody makes it.",
        (
            Key("name", '""', "Lower case words joined by hyphens.", needed=True),
            Key("title", '""', "The mistake in half a sentence.", needed=True),
            Key("explain", '""', "What it does to the result; never the corrected line.", needed=True),
            Key("hint", '""', "A question that leads to it.", needed=True),
            Key("change", '[{ from = "", to = "" }]', "Replacements in solution.py; from stands there exactly once."),
            Key("file", '"pitfalls/"', "Or a file that holds the whole wrong solution."),
            Key("variants", "[]", "More ways to make the same mistake, each a table with change or file."),
        ),
    ),
)
